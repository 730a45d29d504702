// options: -T cs_6_6
#if __SHADER_TARGET_STAGE == __SHADER_STAGE_COMPUTE
yes
#endif
