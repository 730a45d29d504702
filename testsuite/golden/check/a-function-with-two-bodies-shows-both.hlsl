float f(float x) { return x; }
float f(float y) { return y + 1; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
