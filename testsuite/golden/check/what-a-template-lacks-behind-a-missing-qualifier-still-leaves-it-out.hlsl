RWStructuredBuffer<float> Out;
template<typename T> float f(T x, vector<float, missing::n> y, typename T::other z) { return 1; }
template<typename T> float f(T x, vector<float, 2> y, float z) { return 1; }
[numthreads(1, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Out[i] = f(1.0, float2(2.0, 1.0), 3.0);
}
