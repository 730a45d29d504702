// options: -Wno-unused-value
RWStructuredBuffer<float4> o;
#define CUT(name) float2 name = o[0];
[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex)
{
#pragma dxc diagnostic push
#pragma dxc diagnostic ignored "-Wconversion"
    CUT(quiet)
#pragma dxc diagnostic push
#pragma dxc diagnostic warning "-Wconversion"
    CUT(loud)
#pragma dxc diagnostic pop
    CUT(quiet_again)
#pragma dxc diagnostic pop
    CUT(loud_again)
#pragma dxc diagnostic warning "-Wunused-variable"
#pragma dxc diagnostic warning "-Wunused-value"
#pragma dxc diagnostic pop
#pragma dxc diagnostic ignored conversion
#pragma dxc diagnostic quiet "-Wconversion"
    int unused = 3;
    i + 1;
#pragma dxc diagnostic ignored "-Weverything"
    int nobody = 1.5;
    if (i = 3)
        o[i] = quiet.xyxy + loud.xyxy + quiet_again.xyxy + loud_again.xyxy;
#pragma dxc diagnostic error "-Wparentheses"
}
