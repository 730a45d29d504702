template<typename T> struct Pair { T a, b; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Pair<int, float> p;
}
