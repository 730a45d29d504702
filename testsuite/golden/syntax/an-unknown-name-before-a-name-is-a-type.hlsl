void f()
{
    Foo x = 1;
}
