float f(float *values)
{
    return 1;
}
