groupshared float a[16000];
groupshared float b[16];

void f()
{
    a[0] = 1;
}

[numthreads(1, 1, 1)]
void main()
{
    b[0] = 1;
}
