float2 a, b;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    bool2 c = and(a > 0, b > 0);
}
