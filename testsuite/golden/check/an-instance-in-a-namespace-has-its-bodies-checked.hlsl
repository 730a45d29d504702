namespace N {
template<typename T>
struct Half {
    T value;
    T Get() { return value.nothing; }
};
template<typename T> T Broken(T x) { return x.nowhere; }
}
template struct N::Half<float>;
template float N::Broken<float>(float x);
template struct N::Missing<float>;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
