RWBuffer<float> Out;
Texture2D<float4> Picture;
SamplerState Smooth;

float Slope(float x) { return ddx(x) + ddy(x); }

[numthreads(3, 2, 1)]
void Odd(uint i : SV_GroupIndex) { Out[i] = Slope(i) + Picture.Sample(Smooth, i).x; }

[numthreads(6, 1, 1)]
void SixInARow(uint i : SV_GroupIndex) { Out[i] = Picture.Sample(Smooth, i).x; }

[numthreads(6, 2, 3)]
void Even(uint i : SV_GroupIndex) { Out[i] = Slope(i); }

[numthreads(8, 1, 1)]
void EightInARow(uint i : SV_GroupIndex) { Out[i] = Slope(i); }

[numthreads(3, 1, 1)]
void Level(uint i : SV_GroupIndex) { Out[i] = Picture.SampleLevel(Smooth, i, 0).x; }
