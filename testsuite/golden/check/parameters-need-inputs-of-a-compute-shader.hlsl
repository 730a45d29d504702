struct In { uint3 a : SV_GroupID; uint b; };

[numthreads(1, 1, 1)]
void main(uint a, float4 position : SV_Position, uint4 group : SV_GroupID, In in_) {}
