// arguments: gBodyCount gTimeStep gSofteningSquared gDamping gPositions gVelocities gNewPositions gNewVelocities
export void StepCS(void *uniform arguments[])
{
    const uniform int count = ((uniform int *uniform)arguments[0])[0];
    const uniform float step = ((uniform float *uniform)arguments[1])[0];
    const uniform float softening = ((uniform float *uniform)arguments[2])[0];
    const uniform float damping = ((uniform float *uniform)arguments[3])[0];
    const uniform float<4> *uniform positions = (uniform float<4> *uniform)arguments[4];
    const uniform float<4> *uniform velocities = (uniform float<4> *uniform)arguments[5];
    uniform float<4> *uniform new_positions = (uniform float<4> *uniform)arguments[6];
    uniform float<4> *uniform new_velocities = (uniform float<4> *uniform)arguments[7];
    foreach (self = 0 ... count) {
        float<4> position = positions[self], velocity = velocities[self];
        float<3> sum = 0;
        for (uniform int i = 0; i < count; ++i) {
            float x = positions[i].x - position.x, y = positions[i].y - position.y, z = positions[i].z - position.z;
            float inverse = rsqrt(x * x + y * y + z * z + softening);
            float pull = positions[i].w * inverse * inverse * inverse;
            sum.x += x * pull;
            sum.y += y * pull;
            sum.z += z * pull;
        }
        velocity.x = (velocity.x + sum.x * step) * damping;
        velocity.y = (velocity.y + sum.y * step) * damping;
        velocity.z = (velocity.z + sum.z * step) * damping;
        position.x += velocity.x * step;
        position.y += velocity.y * step;
        position.z += velocity.z * step;
        new_positions[self] = position;
        new_velocities[self] = velocity;
    }
}
