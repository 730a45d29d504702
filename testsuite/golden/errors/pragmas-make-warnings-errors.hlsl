RWStructuredBuffer<float4> o;
#pragma dxc diagnostic error "-Wconversion"
#pragma dxc diagnostic warning "-Wreturn-type"
float late(float x) { if (x > 0) return 1; }
[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex)
{
    float2 cut = o[0];
    o[i] = cut.xyxy * late(i);
}
