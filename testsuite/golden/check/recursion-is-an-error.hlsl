RWBuffer<uint> output;

uint Factorial(uint n) { return n < 2 ? 1 : n * Factorial(n - 1); }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    output[id.x] = Factorial(id.x);
}
