template<typename T> T declared(T x);
float use(float x) { return declared(x); }
template<typename U> U declared(U value) { return value.nowhere; }
template<typename T> T unused(T x);
template<typename T> T uncalled(T x) { return unused(x); }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    use(id.x);
}
