void f()
{
    (float2(1, 2)).yx;
}
