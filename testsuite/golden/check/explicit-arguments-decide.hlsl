template<typename T> T zero() { return (T)0; }
template<int N> int times(int i) { return i * N; }
template<int N> int waves() { return N; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float2 f = zero<float2>(); }
    { int i = times<3>(2); }
    { int i = waves<GroupGetWaveCount()>(); }
}
