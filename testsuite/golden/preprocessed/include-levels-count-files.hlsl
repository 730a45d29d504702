__INCLUDE_LEVEL__
#include "include-level.hlsli"
__INCLUDE_LEVEL__
