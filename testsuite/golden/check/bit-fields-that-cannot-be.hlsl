struct Wide { uint a : 33; bool b : 32; int64_t c : 64; int64_t d : 65; };
struct Kinds { float a : 8; uint2 b : 4; uint c[2] : 4; };
struct Empty { uint a : 0; uint : 0; uint : 40; };
struct Notes { uint a : 4 : SV_GroupIndex; };
struct Members { static uint a : 4; uint b : 4; };
uint outside : 4;
groupshared Members shared_members;

[numthreads(64, 1, 1)]
void main(uint id : SV_GroupIndex)
{
    uint local : 3;
    InterlockedAdd(shared_members.b, 1);
}
