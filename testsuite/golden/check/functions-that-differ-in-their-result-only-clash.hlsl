float f(float x);
int f(float x) { return 1; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
