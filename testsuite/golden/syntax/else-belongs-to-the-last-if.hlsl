void f()
{
    if (i) if (i) a; else b;
}
