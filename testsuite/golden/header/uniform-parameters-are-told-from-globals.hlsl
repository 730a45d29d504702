// options: -T cs_5_0 -E main --module=m
float k;
Buffer<float> q;
RWBuffer<float> o;
[numthreads(1, 1, 1)] void main(uniform float k, Buffer<float> q, uniform float other) { o[0] = k + q[0] + other; }
