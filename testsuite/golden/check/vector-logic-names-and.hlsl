// options: -HV 2021
RWBuffer<float> o;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    bool2 a = id.xy > 1 && id.xy < 5;
    o[id.x] = a.x;
}
