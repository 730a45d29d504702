RWStructuredBuffer<uint> Out;

[numthreads(32, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    uint x = t + 1;  	
	  Out[t] = x; 
}
