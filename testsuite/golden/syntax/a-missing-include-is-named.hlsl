#include <no/such/file.hlsli>
