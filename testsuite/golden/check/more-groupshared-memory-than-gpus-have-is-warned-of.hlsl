groupshared float a[16000];

[numthreads(1, 1, 1)]
void main()
{
    a[0] = 1;
}
