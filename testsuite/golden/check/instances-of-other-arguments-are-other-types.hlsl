template<typename T, int N = 2> struct Row { T v[N]; T first() { return v[0]; } };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Row<int, 2> a;
    Row<int, 3> b;
    a = b;
}
