// options: --target=x86-64-v4 --wave-size=16 --join-groups=off
RWStructuredBuffer<uint> numbers;

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint n = numbers[i], steps = 0;
    while (n > 1)
    {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        steps++;
    }
    numbers[i] = steps;
}
