// options: -T cs_6_6
__HLSL_VERSION __SHADER_TARGET_MAJOR __SHADER_TARGET_MINOR __hlsl_dx_compiler
