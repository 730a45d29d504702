// A layer of a network whose inputs are in groupshared memory: a sample a group, an output a thread, weights by input and by
// output.

#define INPUTS 256
#define OUTPUTS 128

StructuredBuffer<float> gInputs : register(t0);
StructuredBuffer<float> gWeights : register(t1);
RWStructuredBuffer<float> gOutputs : register(u0);

groupshared float inputs[INPUTS];

void Fetch(uint t, uint sample)
{
    for (uint k = t; k < INPUTS; k += OUTPUTS)
        inputs[k] = gInputs[sample * INPUTS + k];
    GroupMemoryBarrierWithGroupSync();
}

[numthreads(OUTPUTS, 1, 1)]
void ColumnsCS(uint t : SV_GroupIndex, uint3 group : SV_GroupID)
{
    Fetch(t, group.x);
    float sum = 0;
    for (uint k = 0; k < INPUTS; k++)
        sum += inputs[k] * gWeights[k * OUTPUTS + t];
    gOutputs[group.x * OUTPUTS + t] = max(sum, 0);
}

[numthreads(OUTPUTS, 1, 1)]
void RowsCS(uint t : SV_GroupIndex, uint3 group : SV_GroupID)
{
    Fetch(t, group.x);
    float sum = 0;
    for (uint k = 0; k < INPUTS; k++)
        sum += inputs[k] * gWeights[t * INPUTS + k];
    gOutputs[group.x * OUTPUTS + t] = max(sum, 0);
}
