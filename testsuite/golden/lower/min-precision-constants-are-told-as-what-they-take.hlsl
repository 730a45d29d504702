// options: --wave-size=4
cbuffer Settings { min10float a; min16float b; min16int c; min12int d; min16uint e; };
RWBuffer<float> o;

[numthreads(4, 1, 1)]
void main() { o[0] = a; }
