static const uint1 One = 1;
static const uint2 Two = 2;
static const uint1x1 Matrix = 1;
static const uint Three = One.x + Two.y;
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float a[One]; }
    { float a[Two]; }
    { float a[Matrix]; }
    { float a[Three]; }
}
