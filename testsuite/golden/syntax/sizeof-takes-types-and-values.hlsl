void f()
{
    sizeof(float4);
    sizeof(a);
}
