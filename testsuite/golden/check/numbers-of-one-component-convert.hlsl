float2 pair;

void take(float1 v) {}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float1 one = pair.x;
    float2 two = one;
    float1x1 cell = pair.y;
    one = cell;
    int1 whole = one;
    float back = one;
    take(id.x);
}
