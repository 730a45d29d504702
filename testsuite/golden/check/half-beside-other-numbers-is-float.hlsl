static half h; static int i; static uint u; static float f; static double d; static bool b;
static min16float m; static min10float t; static min16int n;

/* dxc's scalar-operators.hlsl */
_Static_assert(std::is_same<float, __decltype(h + i)>::value, "");
_Static_assert(std::is_same<float, __decltype(u * h)>::value, "");
_Static_assert(std::is_same<float, __decltype(h - m)>::value, "");
_Static_assert(std::is_same<float, __decltype(t / h)>::value, "");
_Static_assert(std::is_same<float, __decltype(n % h)>::value, "");
_Static_assert(std::is_same<float, __decltype(h + f)>::value, "");
_Static_assert(std::is_same<double, __decltype(h + d)>::value, "");
_Static_assert(std::is_same<half, __decltype(h + h)>::value, "");
_Static_assert(std::is_same<half, __decltype(b + h)>::value, "");
_Static_assert(std::is_same<half, __decltype(h * 2.0)>::value, "");
_Static_assert(std::is_same<min16float, __decltype(m + i)>::value, "");

[numthreads(1, 1, 1)]
void main()
{
}
