float a;
#endif
