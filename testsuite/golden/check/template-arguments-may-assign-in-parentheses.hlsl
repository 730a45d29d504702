RWStructuredBuffer<uint> Out;
template<int N> int twice() { return 2 * N; }

[numthreads(1, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    int i = 1;
    bool b = true;
    _Static_assert(std::is_same<bool, __decltype(b = i)>::value, "");
    _Static_assert(std::is_same<int, __decltype(i = b)>::value, "");
    bool is_between = 0 < (i = 3) == true;
    Out[0] = twice<(3 > 2) ? 4 : 5>() + is_between + (t < (i = 5) && i > (3));
}
