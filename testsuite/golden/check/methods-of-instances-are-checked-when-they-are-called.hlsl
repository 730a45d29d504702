template<typename T> struct Box { T v; int bits() { return v << 1; } T get() { return v; } };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Box<float> b;
    int i = b.bits();
}
