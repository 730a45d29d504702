float f() { return wrong; }

[numthreads(1, 1, 1)]
void main()
{
    int2 a = 1;
    a.z = 2;
    break;
}
