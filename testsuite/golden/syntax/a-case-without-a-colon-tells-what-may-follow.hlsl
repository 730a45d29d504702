void f(int i)
{
    switch (i) { case 1 break; }
}
