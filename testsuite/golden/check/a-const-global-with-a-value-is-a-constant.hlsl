const int n = 3;

[numthreads(1, 1, 1)]
void main()
{
    float a[n];
}
