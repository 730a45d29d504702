void f()
{
    if (int k = i) a;
    while (bool d = f()) b;
}
