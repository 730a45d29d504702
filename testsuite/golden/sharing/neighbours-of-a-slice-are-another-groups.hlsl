RWStructuredBuffer<float> gWave;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    gWave[id.x] = gWave[id.x + 1];
}
