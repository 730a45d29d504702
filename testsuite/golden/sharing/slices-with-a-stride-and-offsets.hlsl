RWBuffer<float> gOut;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    gOut[id.x * 4 + 1] = 1;
    gOut[id.x * 4 + 3] = gOut[id.x * 4];
}
