// Rows of 0 to 60 numbers, one behind the other, a thread for each: their sum, and how large they are.

StructuredBuffer<uint> gStarts; // one more than rows
StructuredBuffer<float> gNumbers;
RWStructuredBuffer<float> gSums;

[numthreads(64, 1, 1)]
void SumCS(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint i = gStarts[id.x]; i < gStarts[id.x + 1]; i++)
        sum += gNumbers[i];
    gSums[id.x] = sum;
}

[numthreads(128, 1, 1)]
void SizeCS(uint3 id : SV_DispatchThreadID)
{
    uint end = gStarts[id.x + 1], above = 0;
    float squares = 0, most = 0;
    for (uint i = gStarts[id.x]; i < end; i++) {
        float x = gNumbers[i];
        squares += x * x;
        most = max(most, abs(x));
        if (x > 0.5)
            above++;
    }
    gSums[id.x] = sqrt(squares) + most + above;
}
