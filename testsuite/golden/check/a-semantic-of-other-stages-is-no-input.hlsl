[numthreads(1, 1, 1)]
void main(float4 p : SV_Position) {}
