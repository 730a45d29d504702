void f()
{
    signed int a = 1;
    unsigned int b = 2;
}
