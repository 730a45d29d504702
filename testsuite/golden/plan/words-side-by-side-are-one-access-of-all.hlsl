// options: --target=x86-64-v3 --wave-size=16
StructuredBuffer<float> rgb;
StructuredBuffer<uint> picks;
RWStructuredBuffer<float> turned;
RWByteAddressBuffer complex;
cbuffer Size
{
    uint count;
};

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    float r = rgb[3 * i], b = rgb[3 * i + 2];
    uint k = 4 * picks[i];
    complex.Store(8 * i, picks[k]);
    complex.Store(8 * i + 4, picks[k + 1]);
    if (i < count)
    {
        turned[3 * i] = b;
        turned[3 * i + 1] = r;
        turned[3 * i + 2] = r;
    }
}
