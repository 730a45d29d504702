// Rays against a tree of boxes with balls in its leaves: the nearest hit. Each thread keeps the nodes that it has
// yet to visit on a stack of its own.

struct Node
{
    float3 least;
    uint first; // of two children, or of a leaf's balls
    float3 most;
    uint count; // of balls; 0: no leaf
};

cbuffer cbRays : register(b0)
{
    float3 gEye;
    uint gWidth;
    uint gHeight;
};

StructuredBuffer<Node> gNodes : register(t0);
StructuredBuffer<float4> gBalls : register(t1); // centre and radius
RWStructuredBuffer<float> gDistances : register(u0);

static const float FAR = 1e30;
static const uint STACK = 32;

float HitBox(float3 eye, float3 inverse, Node node, float nearest)
{
    float3 a = (node.least - eye) * inverse, b = (node.most - eye) * inverse;
    float3 from = min(a, b), to = max(a, b);
    float enter = max(max(from.x, from.y), max(from.z, 0));
    float leave = min(min(to.x, to.y), min(to.z, nearest));
    return enter <= leave ? enter : FAR;
}

float HitBall(float3 eye, float3 ray, float4 ball)
{
    float3 offset = eye - ball.xyz;
    float along = dot(offset, ray);
    float3 aside = offset - along * ray;
    float d = ball.w * ball.w - dot(aside, aside);
    if (d < 0)
        return FAR;
    float t = -along - sqrt(d);
    return t > 0 ? t : FAR;
}

[numthreads(8, 4, 1)]
void TraceCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gWidth || id.y >= gHeight)
        return;
    float3 ray = normalize(float3((id.x + 0.5) / gWidth - 0.5, (id.y + 0.5) / gHeight - 0.5, 1));
    float3 inverse = 1 / ray;

    uint stack[STACK];
    uint top = 0;
    stack[top++] = 0;
    float nearest = FAR;
    while (top > 0)
    {
        Node node = gNodes[stack[--top]];
        if (node.count > 0)
        {
            for (uint i = 0; i < node.count; ++i)
                nearest = min(nearest, HitBall(gEye, ray, gBalls[node.first + i]));
        }
        else
        {
            float left = HitBox(gEye, inverse, gNodes[node.first], nearest);
            float right = HitBox(gEye, inverse, gNodes[node.first + 1], nearest);
            uint nearChild = node.first + (right < left ? 1 : 0);
            uint farChild = node.first + (right < left ? 0 : 1);
            if (max(left, right) < FAR)
                stack[top++] = farChild;
            if (min(left, right) < FAR)
                stack[top++] = nearChild;
        }
    }
    gDistances[id.y * gWidth + id.x] = nearest;
}
