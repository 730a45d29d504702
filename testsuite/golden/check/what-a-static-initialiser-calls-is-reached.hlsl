// Static globals have their values before the entry point begins; what that takes was left out without a word.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<uint> result;
groupshared uint large[3000], named[3000], unused[3000];

struct [raypayload] Payload
{
    uint hits : write(caller) : read(caller);
};

uint trace(uint start)
{
    Payload payload;
    TraceRay(scene, 0, 0, 0, 0, 0, (RayDesc)0, payload);
    return start + payload.hits + large[0];
}

uint unused_trace(uint start)
{
    Payload payload;
    TraceRay(scene, 1, 0, 0, 0, 0, (RayDesc)0, payload);
    return unused[0];
}

uint missing();

static uint hits = trace(2), others = named[0];
static uint third = missing();

[GroupSharedLimit(16000)]
[numthreads(1, 1, 1)]
void main()
{
    result[0] = 1;
}
