#if __has_include(nothing)
#endif
