#define included never
#define QUOTED "included.hlsli"
#if defined(__has_include) && __has_include("included.hlsli") && __has_include(<included.hlsli>) && __has_include(QUOTED)
a
#endif
#if __has_include("nothing.hlsli") || __has_include(<no/thing.hlsli>) || !__has_include ( "included.hlsli" )
b
#endif
