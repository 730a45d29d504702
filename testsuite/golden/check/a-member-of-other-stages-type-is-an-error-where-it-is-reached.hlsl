struct Kept { static InputPatch<float4, 3> patch, unused; };
cbuffer Constants { vector<float, 8> wide; int count; };
RWStructuredBuffer<uint> sums;

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    sums[i] = (uint)wide[7] + count;
    sums[i] = (uint)Kept::patch[1].x;
}
