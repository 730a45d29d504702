void f()
{
    unsigned int x;
    unsigned y;
    const unsigned int2 z = 1;
}
