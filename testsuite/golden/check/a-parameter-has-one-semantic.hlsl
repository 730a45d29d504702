[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID : SV_GroupIndex) { }
