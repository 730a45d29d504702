// options: --explain=rows_in_lanes --wave-size=32
StructuredBuffer<uint> Starts;
StructuredBuffer<float> Values;
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float sum = 0;
    uint begin = Starts[i], end = Starts[i + 1];
    for (uint row = begin; row < end; row++)
        sum += Values[row];
    for (uint link = begin; link < end; link++)
        sum += Values[Starts[link]];
    for (uint window = max(i, 4) - 4; window < i + 5; window++)
        sum += Values[window];
    for (uint cell = begin; cell < end; cell++)
        for (uint one = Starts[cell]; one < Starts[cell + 1]; one++)
            sum += Values[one];
    for (uint k = begin; k < end; k++)
        sum = sum * 0.5 + Values[k];
    for (uint dear = begin; dear < end; dear++)
        sum += pow(pow(pow(pow(pow(pow(pow(pow(Values[dear], 0.1), 1.2), 1.3), 1.4), 1.6), 1.7), 1.8), 1.9);
    Out[i] = sum;
}
