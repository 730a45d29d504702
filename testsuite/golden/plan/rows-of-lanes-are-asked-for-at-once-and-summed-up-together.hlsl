// options: --wave-size=32 --target=x86-64-v3
StructuredBuffer<float> Rows : register(t0);
StructuredBuffer<float> Weights : register(t1);
StructuredBuffer<uint> Words : register(t2);
RWStructuredBuffer<float> Out : register(u0);
RWStructuredBuffer<uint> Counts : register(u1);

[numthreads(64, 1, 1)]
void Products(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint k = 0; k < 64; k++)
        sum += Rows[id.x * 64 + k] * Weights[k];
    Out[id.x] = sum;
}

[numthreads(64, 1, 1)]
void Two(uint3 id : SV_DispatchThreadID)
{
    float most = 0;
    uint sum = Counts[id.x]; // what each lane begins with is added behind them all
    for (uint k = 0; k < 64; k++) {
        most = max(most, Rows[id.x * 64 + k]);
        sum += Words[id.x * 64 + k];
    }
    Out[id.x] = most;
    Counts[id.x] = sum;
}

[numthreads(64, 1, 1)]
void Rest(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint k = 0; k < 100; k++) // four words of a row are left
        sum += Rows[id.x * 100 + k];
    Out[id.x] = sum;
}
