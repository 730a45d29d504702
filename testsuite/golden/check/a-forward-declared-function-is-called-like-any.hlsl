float g(float a);
float h(float a) { return g(a); }
float g(float b) { return b; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    h(1);
}
