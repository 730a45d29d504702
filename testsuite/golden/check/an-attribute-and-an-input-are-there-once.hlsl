struct Inputs { uint3 place : SV_DispatchThreadID; uint index : SV_GroupIndex; };

[numthreads(64, 1, 1)]
[numthreads(8, 8, 1)]
void main(uint index : SV_GroupIndex, Inputs inputs, uint2 again : sv_dispatchthreadid)
{
}
