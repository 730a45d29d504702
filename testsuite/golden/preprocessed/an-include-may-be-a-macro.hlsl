#define QUOTED "included.hlsli"
#define ANGLES <included.hlsli>
#include QUOTED
#include ANGLES
