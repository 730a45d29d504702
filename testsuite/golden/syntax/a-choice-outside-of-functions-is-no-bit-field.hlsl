static const int a = 1 ? 2 : 3, b = a ? 4 : a ? (5) : sizeof(int);
struct S { static const int k = 1 ? 2 : 3; int w : 3; int v : (2 + 1), u : 4; uint : 0; static const int q = k ? (1) : (2); };
namespace N { static const float t = 1 ? 2.0 : 3; }
cbuffer C { int x : 3; int y = 1 ? 2 : 3; }
float v : register(c3) = 1 ? 2 : 3;
