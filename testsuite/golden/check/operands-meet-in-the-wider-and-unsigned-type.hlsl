int64_t l;
int i;
bool b;
half h;
double d;
float f;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { auto r = l + id.x; }
    { auto r = i + id.x; }
    { auto r = b + b; }
    { auto r = h * i; }
    { auto r = d * f; }
}
