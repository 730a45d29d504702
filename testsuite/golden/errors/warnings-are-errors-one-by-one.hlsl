// options: -Werror=conversion -Wno-uninitialized
RWStructuredBuffer<float> output;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float unset;
    output[0] = id.xy + unset;
}
