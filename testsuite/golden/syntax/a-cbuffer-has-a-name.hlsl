cbuffer : register(b0) { float a; }
tbuffer { float b; }
cbuffer Named { float c; }
