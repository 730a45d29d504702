void f()
{
    i ? 1 : i ? 2 : 3;
}
