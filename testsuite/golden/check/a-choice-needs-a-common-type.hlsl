struct S { float a; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    S s;
    float a = id.x > 1 ? s : 2;
}
