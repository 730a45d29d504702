template<typename T> T last(T a, T b) { return b; }

RWStructuredBuffer<float> Out;

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    Out[0] = last(1, 1.5);
    Out[1] = last(1.5, 1);
    Out[2] = last(1, 2);
    Out[3] = last(i, 2);
}
