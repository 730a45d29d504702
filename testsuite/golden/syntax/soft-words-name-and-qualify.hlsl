void f()
{
    float sample = 1, line;
    snorm float point;
    precise float precise_one;
    sample = line;
}
