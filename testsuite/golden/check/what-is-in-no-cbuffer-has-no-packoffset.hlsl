Texture2D t : packoffset(c0);
SamplerState s : packoffset(c0.y);
RWStructuredBuffer<uint> Out : register(u0) : packoffset(c1);
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
