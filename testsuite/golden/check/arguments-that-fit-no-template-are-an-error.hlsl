template<typename T> T same(T a, T b) { return a; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    same(id.x, 1.5f);
}
