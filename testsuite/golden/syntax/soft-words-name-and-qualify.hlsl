void f()
{
    float sample = 1, line;
    linear float point;
    precise float precise_one;
    sample = line;
}
