typedef float4 V, A[2];
using W = V;
W w;
A a;
