// Of the file that is included: -Wconversion is off from the second function on, -Wliteral-conversion here alone.
float of_header(float4 v) { float2 loud = v; return loud.x; }
#pragma clang diagnostic ignored "-Wconversion"
#pragma GCC diagnostic push
#pragma dxc diagnostic ignored "-Wliteral-conversion"
float quiet_in_header(float4 v) { uint two = 2.5; float2 quiet = v; return quiet.x * two; }
#pragma GCC diagnostic pop
