RWBuffer<float> output;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float values[id.x];
    output[id.x] = values[0];
}
