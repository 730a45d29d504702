struct Particle { float age; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Partikle p;
}
