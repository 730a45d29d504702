Buffer<float> from : t0;
RWBuffer<float> to : u1;
RWBuffer<float> also : uv;
RWBuffer<float> last : register(u2);
float scale : c0;

[numthreads(1, 1, 1)]
void main()
{
    to[0] = from[0] * scale;
    also[0] = last[0];
}
