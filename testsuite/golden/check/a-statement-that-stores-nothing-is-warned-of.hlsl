struct Sum { int value; Sum operator+(Sum o) { value += o.value; return this; } };
RWStructuredBuffer<int> result;
int bump() { return result.IncrementCounter(); }
#define UNUSED(x) (x)

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    int2 v = i;
    Sum s = {1}, t = {2};
    i == 1;
    v.x;
    result[i];
    -v;
    v.x < 2 ? 1 : v.y;
    i, v + 1;
    int2(1, 2);
    i && v.x;
    /* and these are meant */
    v++;
    UNUSED(v);
    (void)v;
    bump();
    (void)abs(v);
    s + t;
    i && bump();
    i ? bump() : 0;
    result[i] = s.value;
}
