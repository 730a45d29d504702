[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { half h = 1; half r = h * 2.0; }
    { uint u = id.x + 1; }
    { double d = 1; double r = d * 0.5; }
    { int i = id.y; float f = i * 0.5; }
}
