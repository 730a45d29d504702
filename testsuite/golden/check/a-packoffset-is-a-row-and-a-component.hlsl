cbuffer Huge { float huge : packoffset(c4294967296); }
cbuffer C { float a : packoffset(b3); };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
