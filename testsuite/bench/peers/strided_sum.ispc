// arguments: gCount gGroups gNumbers gPartial
export void SumCS(void *uniform arguments[])
{
    const uniform int count = ((uniform int *uniform)arguments[0])[0];
    const uniform int parts = ((uniform int *uniform)arguments[1])[0];
    const uniform float *uniform numbers = (uniform float *uniform)arguments[2];
    uniform float *uniform partial = (uniform float *uniform)arguments[3];
    const uniform int length = count / parts;
    for (uniform int part = 0; part < parts; ++part) {
        float sum = 0;
        foreach (i = part * length ... (part + 1) * length)
            sum += numbers[i];
        partial[part] = reduce_add(sum);
    }
}
