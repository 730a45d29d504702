#include "broken.hlsli"
float after;
