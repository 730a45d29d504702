RWBuffer<uint> output;

int unsigned half_of(const int unsigned x) { return x / 2; }

[numthreads(1, 1, 1)]
void main()
{
    int unsigned x = output[0];
    output[1] = half_of(x);
}
