groupshared float a[16000];

[GroupSharedLimit(65536)]
[numthreads(1, 1, 1)]
void main()
{
    a[0] = 1;
}
