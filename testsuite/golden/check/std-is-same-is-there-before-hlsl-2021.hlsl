// options: -HV 2016
static const bool SAME = std::is_same<float3, vector<float, 3> >::value;
_Static_assert(!std::is_same<int, uint>::value, "");

[numthreads(1, 1, 1)]
void main()
{
}
