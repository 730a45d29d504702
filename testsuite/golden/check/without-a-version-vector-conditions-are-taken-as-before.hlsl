[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { bool2 c = id.xy > 1; uint2 v = c ? id.xy : 3; }
    { bool c = id.x > 1 && id.y > 2; }
}
