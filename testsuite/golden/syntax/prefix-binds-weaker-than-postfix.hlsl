void f()
{
    -a.x++;
    !i[1];
    ~-i;
}
