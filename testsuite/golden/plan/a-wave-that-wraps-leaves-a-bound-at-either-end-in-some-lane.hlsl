// options: --wave-size=32
StructuredBuffer<int> Starts;
RWStructuredBuffer<uint> Found;

[numthreads(128, 1, 1)]
void main(int thread : SV_GroupIndex)
{
    int x = Starts[0] + thread;
    bool is_least = WaveActiveAllTrue(x <= -2147483647 - 1), is_greatest = WaveActiveAllTrue(2147483647 <= x),
         is_zero = WaveActiveAllTrue((uint)x <= 0);
    Found[thread] = is_least ? 1 : is_greatest ? 2 : is_zero ? 3 : 4;
}
