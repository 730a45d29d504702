SamplerState s { Filter = MIN_MAG_MIP_LINEAR; };
float a : register(c1) { x = 1; };
float b {}, c = 1;

[numthreads(1, 1, 1)] void main() { float f { y = z++; }; struct { int x; } g {}; }
