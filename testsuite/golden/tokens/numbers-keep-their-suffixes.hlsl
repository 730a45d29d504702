1u 0xFFul 1.5f .5h 1e+3 1.e-3f 0b101 1.#INF
