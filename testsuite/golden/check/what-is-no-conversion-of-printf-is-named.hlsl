[numthreads(8, 1, 1)]
void main()
{
    uint i = 1;
    printf("%s", i);
    printf("%c", i);
    printf("%p", i);
    printf("%*d", 1, i);
    printf("%v5u", i);
    printf("%hd", i);
    printf("%llld", i);
    printf("%y", i);
    printf("%.1000f", 1.0);
    printf("ends in %");
}
