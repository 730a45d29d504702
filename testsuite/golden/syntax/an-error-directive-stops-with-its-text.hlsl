#if __SHADER_TARGET_MAJOR < 100
#error this shader needs shader model 100
#endif
