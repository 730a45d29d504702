// options: --target=x86-64-v3 --wave-size=32
StructuredBuffer<float> Weights, X;
RWStructuredBuffer<float> Out;
uint size;

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    [loop] for (uint k = 0; k < 6; k++)
        [unroll] for (uint j = 0; j < 8; j++)
            sum += Weights[(k * 8 + j) * size] * X[(k * 8 + j) * 32 + id.x];
    float other = 0;
    [loop] for (uint i = 0; i < 6; i++) // to ask of two accesses before six turns is as much as to ask in each
        other += Weights[i * size] * X[i * 32 + id.x];
    Out[id.x] = sum + other;
}
