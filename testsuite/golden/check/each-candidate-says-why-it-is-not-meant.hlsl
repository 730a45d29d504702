RWBuffer<int> o;
struct S { int x; };
int pick(int a, float2 b = 1) { return a; }
int pick(float3 a) { return 1; }
template<typename T> int pick(T a, T b, T c, int d) { return 1; }
int same(out S s) { s.x = 1; return 1; }
int same(S s, S t) { return 1; }
template<typename T> int made(int n) { return 1; }
template<typename T> int made(int n, int m) { return 2; }
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    S s = {1};
    int q = 1;
    o[0] = pick(s);
    o[1] = pick(1, 2, 3);
    o[2] = pick(1, s, 3, 4);
    o[3] = same(q);
    o[4] = made(3);
}
