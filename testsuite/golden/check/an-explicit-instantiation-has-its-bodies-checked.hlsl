template<typename T> T Broken(T x) { return x.nowhere; }
template float Broken<float>(float x);

template<typename T>
struct Half {
    T value;
    T Get() { return value.nothing; }
    T Fine() { return value.x; }
};
template struct Half<float>;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
