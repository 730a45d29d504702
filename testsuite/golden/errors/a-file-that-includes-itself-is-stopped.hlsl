// The includes in the middle are counted, not shown.
#include "a-file-that-includes-itself-is-stopped.hlsl"
