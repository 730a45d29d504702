// Of the file that is included: -Wconversion is off from the second function on, -Wunused-value here alone.
float of_header(float4 v) { float2 loud = v; return loud.x; }
#pragma clang diagnostic ignored "-Wconversion"
#pragma GCC diagnostic push
#pragma dxc diagnostic ignored "-Wunused-value"
float quiet_in_header(float4 v) { float2 quiet = v; quiet.x == 2; return quiet.x; }
#pragma GCC diagnostic pop
