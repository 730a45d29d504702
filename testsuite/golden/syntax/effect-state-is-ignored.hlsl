SamplerState s { Filter = MIN_MAG_MIP_LINEAR; };

[numthreads(1, 1, 1)] void main() {}
