void f()
{
    i < 1 > 2;
    f(i < 1, 2 > (i));
}
