double d;
bool b;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { uint u = asuint(d); }
    { uint u = asuint(b); }
}
