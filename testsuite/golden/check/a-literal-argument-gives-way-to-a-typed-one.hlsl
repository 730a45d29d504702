template<typename T> T larger(T a, T b) { return a > b ? a : b; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    half h = 1;
    half r = larger(h, 2);
}
