float f(float a, int b) { return a; }
float f(int a, float b) { return b; }
RWBuffer<float> o;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    o[id.x] = f(1, 1);
}
