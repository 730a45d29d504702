// options: --target=x86-64-v3 --wave-size=64
StructuredBuffer<float> gIn;
RWStructuredBuffer<uint> gOut;
[numthreads(64, 1, 1)] void Number(uint3 id : SV_DispatchThreadID)
{
    uint found = 0;
    for (uint i = 0; i < gOut[0]; i++)
        if (gIn[id.x + i] > 1)
            found = 1;
    gOut[id.x] = found;
}
[numthreads(64, 1, 1)] void Bool(uint3 id : SV_DispatchThreadID)
{
    bool found = false;
    for (uint i = 0; i < gOut[0]; i++)
        if (gIn[id.x + i] > 1)
            found = true;
    gOut[id.x] = found ? 5 : 7;
}
