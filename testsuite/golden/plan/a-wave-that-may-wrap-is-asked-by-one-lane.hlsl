// options: --target=x86-64-v4 --wave-size=32
StructuredBuffer<int> starts;
RWStructuredBuffer<int> found;

[numthreads(128, 1, 1)]
void main(int thread : SV_GroupIndex)
{
    int x = starts[0] + thread;
    bool below = WaveActiveAllTrue(x < starts[1]);  // fails where x wraps
    bool at_most = WaveActiveAllTrue(x <= starts[1]); // need not
    bool inside = WaveActiveAllTrue(0 <= x && x < 9);
    found[thread] = below ? 1 : at_most ? 2 : inside ? 3 : 4;
}
