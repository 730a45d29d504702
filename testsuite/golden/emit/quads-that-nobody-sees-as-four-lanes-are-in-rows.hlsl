Texture2D<float> In;
RWTexture2D<float> Out;

float Slope(float value) { return QuadReadAcrossX(value) - QuadReadAcrossY(value) * QuadReadAcrossDiagonal(value); }
uint2 Morton(uint t) { return uint2((t & 1) | (t >> 1 & 2) | (t >> 2 & 4), (t >> 1 & 1) | (t >> 2 & 2) | (t >> 3 & 4)); }

[numthreads(8, 8, 1)] void Eights(uint2 at : SV_DispatchThreadID) { Out[at] = Slope(In[at]); }
[numthreads(16, 16, 1)] void FineDerivatives(uint2 at : SV_DispatchThreadID) { Out[at] = ddx_fine(In[at]) + ddy_fine(In[at]); }
[numthreads(64, 1, 1)] void MortonOrder(uint2 g : SV_GroupID, uint t : SV_GroupIndex) { Out[g * 8 + Morton(t)] = Slope(In[g * 8 + Morton(t)]); }
[numthreads(32, 2, 1)] void RowsAsLongAsWaves(uint2 at : SV_DispatchThreadID) { Out[at] = Slope(In[at]); }
[numthreads(8, 8, 1)] void SumsWaves(uint2 at : SV_DispatchThreadID) { Out[at] = Slope(In[at]) + WaveActiveSum(In[at]); }
[numthreads(8, 8, 1)] void NamesItsLane(uint2 at : SV_DispatchThreadID) { Out[at] = Slope(In[at]) + WaveGetLaneIndex(); }
