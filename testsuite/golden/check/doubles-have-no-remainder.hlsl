RWBuffer<float> Out;

[numthreads(1, 1, 1)]
void main()
{
    double a = Out[0], b = 3;
    float c = (float)(a % b);
    a %= 2;
    Out[0] = c % 2 + (float)a;
}
