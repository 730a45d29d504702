StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;

void Order(inout float a, inout float b)
{
    float least = min(a, b);
    b = max(a, b);
    a = least;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float a = In[i], b = In[i + 1], c = In[i + 2], d = In[i + 3], e = In[i + 4];
    Order(a, b);
    Order(c, d);
    Order(a, c);
    Order(b, d);
    Order(b, e);
    Order(c, e);
    Order(b, c);
    Out[i] = c;
}
