[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { double d = id.x; float f = d; }
    { int64_t l = id.x; int i = l; }
}
