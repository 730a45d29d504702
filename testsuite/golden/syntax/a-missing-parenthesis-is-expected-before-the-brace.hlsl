void f(int i)
{
    if (i > 1 {
        i = 2;
    }
}
