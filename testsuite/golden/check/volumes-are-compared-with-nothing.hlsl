// options: -T cs_6_8
Texture3D<float> Volume;
Texture1DArray<float> Rows;
SamplerComparisonState Compare;
RWStructuredBuffer<float> Out;

[numthreads(4, 1, 1)]
void main()
{
    Out[0] = Volume.SampleCmpLevelZero(Compare, 0.5, 0.5);
    Out[1] = Volume.SampleCmpGrad(Compare, 0.5, 0.5, 0.1, 0.1);
    Out[2] = Volume.SampleCmpLevel(Compare, 0.5, 0.5, 0);
    Out[3] = Volume.CalculateLevelOfDetail(Compare, 0.5);
    Out[4] = Rows.SampleCmpLevelZero(Compare, 0.5, 0.5);
}
