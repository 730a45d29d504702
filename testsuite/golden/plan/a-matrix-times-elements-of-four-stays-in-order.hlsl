// options: --target=x86-64-v4 --wave-size=32
// Each word of an element four times is a shuffle within quads, of which 16 are less than 16 across all lanes.
float4x4 gMatrix;
StructuredBuffer<float4> gIn;
RWStructuredBuffer<float4> gOut;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    gOut[i] = mul(gMatrix, gIn[i]);
}
