// options: --target=x86-64-v3 --wave-size=32
// Ten sums of four vectors each do not fit into 16 registers. A piece none of whose lanes goes there skips it.
struct Body { float3 place, way; };
StructuredBuffer<Body> gBodies;
RWStructuredBuffer<Body> gOut;
uint gCount;

[numthreads(32, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    Body body = gBodies[id.x];
    float3 apart = 0, along = 0, middle = 0;
    float near = 0;
    for (uint k = 0; k < gCount; k++) {
        Body other = gBodies[k];
        float3 way = other.place - body.place;
        float distance = dot(way, way);
        if (distance < 1) {
            apart -= way * distance;
            along += other.way;
            middle += other.place;
            near++;
        }
    }
    body.way += apart + (along + middle) / near;
    gOut[id.x] = body;
}
