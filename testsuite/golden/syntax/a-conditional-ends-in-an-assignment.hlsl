void f()
{
    i ? a : b = c;
}
