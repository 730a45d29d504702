RWBuffer<int> o;

[numthreads(1, 1, 1)]
void main()
{
    int a = a + 1;
    o[0] = a;
}
