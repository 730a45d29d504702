void f(int i)
{
    while (i > 0) {
        i--;
}
