// options: -T cs_6_6
Texture2D<uint2> Pairs;
Texture3D<int> Signed;
Texture1D<float> Floats;
TextureCube<uint> Faces;
SamplerState Point;
RWStructuredBuffer<float> Out;

float of_another_stage(float2 uv) { return Pairs.Sample(Point, uv).x; }

[numthreads(4, 1, 1)]
void main()
{
    Out[0] = Pairs.SampleLevel(Point, 0.5, 0).x;
    Out[1] = Signed.SampleGrad(Point, 0.5, 0.1, 0.1);
    Out[2] = Faces.SampleLevel(Point, float3(1, 0, 0), 0);
    Out[3] = Floats.SampleLevel(Point, 0.5, 0);
    Out[4] = Pairs.Gather(Point, 0.5).x + Pairs.CalculateLevelOfDetail(Point, 0.5);
}
