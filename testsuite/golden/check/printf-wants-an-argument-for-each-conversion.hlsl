const string GLOBAL = "%u\n";

[numthreads(8, 1, 1)]
void main()
{
    uint i = 1;
    printf("%d %d", i);
    printf("%% %d", i, i);
    printf("none", i);
    printf(i ? "%d" : "%u", i);
    printf(i);
    printf(GLOBAL, i, 2);
}
