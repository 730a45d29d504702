template<typename T> T f(T x) { return x; }
template int f<float>(float x);
template float f<3>(float x);
template float f(float x, float y);
int plain(int x) { return x; }
template int plain(int x);
template void unknown<int>(int x);
template struct Missing<int>;
struct S {
    template<int N> void g() {}
    template void g<3>();
};

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
