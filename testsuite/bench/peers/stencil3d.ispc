// arguments: gSize gRate gHeat gNext
export void StepCS(void *uniform arguments[])
{
    const uniform int nx = ((uniform int *uniform)arguments[0])[0];
    const uniform int ny = ((uniform int *uniform)arguments[0])[1];
    const uniform int nz = ((uniform int *uniform)arguments[0])[2];
    const uniform float rate = ((uniform float *uniform)arguments[1])[0];
    for (uniform int z = 0; z < nz; ++z)
        for (uniform int y = 0; y < ny; ++y) {
            const uniform float *uniform row = (uniform float *uniform)arguments[2] + (z * ny + y) * nx;
            uniform float *uniform to = (uniform float *uniform)arguments[3] + (z * ny + y) * nx;
            if (z == 0 || z == nz - 1 || y == 0 || y == ny - 1) {
                foreach (x = 0 ... nx)
                    to[x] = row[x];
                continue;
            }
            to[0] = row[0];
            foreach (x = 1 ... nx - 1) {
                float sum = row[x - 1] + row[x + 1] + row[x - nx] + row[x + nx] + row[x - nx * ny] + row[x + nx * ny];
                to[x] = row[x] + rate * (sum - 6 * row[x]);
            }
            to[nx - 1] = row[nx - 1];
        }
}
