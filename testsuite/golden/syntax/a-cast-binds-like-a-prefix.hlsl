void f()
{
    (int)a.x * 2;
    (float3x3)a;
    (float[2])b;
}
