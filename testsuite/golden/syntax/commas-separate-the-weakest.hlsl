void f()
{
    a = b, c = b;
}
