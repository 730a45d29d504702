Texture2D<float> In;
RWTexture2D<float> Out;
[numthreads(8, 8, 1)] void main(uint2 at : SV_DispatchThreadID) { Out[at] = In[at] - QuadReadAcrossY(In[at]); }
