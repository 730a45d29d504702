_Static_assert(1 + 1 == 3, "two and two");

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
