static const uint table[4] = { 1, 2, 3, 4 };
struct S { int2 v; int n; };
static const S s = { 1, 2, 3 };
static const int2x2 m = { 1, 2, 3, 4 };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float a[table[2]]; }
    { float a[s.v.y + s.n]; }
    { float a[m._21 + m[0][1]]; }
}
