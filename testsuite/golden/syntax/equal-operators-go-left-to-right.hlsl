void f()
{
    i - 1 - 2;
}
