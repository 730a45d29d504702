float b : register(c2, space1);
float c : register(c3);
cbuffer B { float d : packoffset(c1); }
RWBuffer<float> o;
[numthreads(1, 1, 1)] void main() { o[0] = b + c + d; }
