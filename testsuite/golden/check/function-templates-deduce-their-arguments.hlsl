template<typename T> T twice(T a) { return a + a; }
template<typename T, int N> T sum(T a[N])
{
    T s = 0;
    for (int i = 0; i < N; i++) s += a[i];
    return s;
}
template<typename T> T first(StructuredBuffer<T> b) { return b[0]; }
StructuredBuffer<float2> buffer;
template<typename T, int N> T x(vector<T, N> v) { return v.x; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { uint u = twice(id.x); }
    { float f = twice(1.5); }
    { float a[3]; float f = sum(a); }
    { float2 f = first(buffer); }
    { uint u = x(id); }
}
