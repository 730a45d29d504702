float f(int i)
{
    for (int k = 0; k < 3; k++ { i++; }
    do { i++; } until (i < 3);
    return i;
}
struct S { int a };
float x
