template<typename T> void declared(T x);
template void declared<int>(int x);
template<typename T> struct Later;
template struct Later<int>;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
