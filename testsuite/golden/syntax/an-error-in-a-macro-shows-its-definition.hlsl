#define TWICE(x) ((x) * * 2)
float f(float a)
{
    return TWICE(a);
}
