// options: --target=x86-64-v3 --wave-size=32
StructuredBuffer<float> A, B;
RWStructuredBuffer<float> Out;
Texture2D<float> Picture;
RWTexture2D<float> Written;
uint size;

[numthreads(128, 1, 1)]
void Rows(uint3 id : SV_DispatchThreadID)
{
    if (id.x < size)
        Out[id.x] = A[id.x] * B[id.x + 3]; // places of all waves are known before the first one
}

[numthreads(8, 8, 1)]
void Tiles(uint3 id : SV_DispatchThreadID)
{
    Written[id.xy] = Picture[id.xy] + Picture[id.xy + uint2(1, 0)];
}

[numthreads(128, 1, 1)]
void Elsewhere(uint3 id : SV_DispatchThreadID)
{
    Out[id.x] = A[id.x] + B[uint(A[0]) + id.x / 32]; // what the wave's place is made of is in the wave
}
