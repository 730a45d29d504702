// Moves particles that do not affect each other. Each thread takes one particle from a consume buffer
// and puts it, moved, into an append buffer. Which thread gets which particle, and in which order they
// arrive, is not defined.

struct Particle
{
    float3 Position;
    float3 Velocity;
    float3 Acceleration;
};

float TimeStep = 1.0f / 60.0f;

ConsumeStructuredBuffer<Particle> gInput;
AppendStructuredBuffer<Particle> gOutput;

[numthreads(16, 16, 1)]
void MoveCS()
{
    Particle p = gInput.Consume();

    p.Velocity += p.Acceleration * TimeStep;
    p.Position += p.Velocity * TimeStep;

    gOutput.Append(p);
}
