void f()
{
    printf("a" "b\n", i);
}
