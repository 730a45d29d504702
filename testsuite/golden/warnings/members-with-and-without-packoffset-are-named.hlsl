cbuffer Mixed {
    float first;
    float4 second : packoffset(c0);
};
cbuffer All {
    float third : packoffset(c0.y);
};
cbuffer None {
    float fourth;
};
RWBuffer<float> output;

[numthreads(1, 1, 1)]
void main()
{
    output[0] = first + second.x + third + fourth;
}
