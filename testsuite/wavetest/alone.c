/* A wavetest without MPI: where several were started to share tests out, wavetest-mpi takes over. */
#include <stdlib.h>
#include <unistd.h>

#include "groups.h"
#include "peers.h"

/* What mpirun and srun leave in the environment: how many there are. MPICH's hydra and Slurm's PMI-2, Open MPI; of
 * PMIx, Slurm alone says it. */
static bool has_peers(void)
{
    static const char *const SIZES[] = {"PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "SLURM_NTASKS"};
    int last = getenv("PMIX_RANK") != NULL ? 3 : 2;
    for (int i = 0; i < last; i++) {
        const char *size = getenv(SIZES[i]);
        if (size != NULL && atoi(size) > 1)
            return true;
    }
    return false;
}

Peers *peers_join(int *count, char ***arguments)
{
    char path[4096 + 8];
    (void)count;
    if (!has_peers())
        return NULL;
    ssize_t length = readlink("/proc/self/exe", path, 4096);
    memcpy(path + (length > 0 ? length : 0), "-mpi", 5);
    execv(path, *arguments);
    fprintf(stderr, "wavetest: error: mpirun has started several, but there is no %s: install MPICH or Open MPI "
                    "(Debian: apt-get install mpich libmpich-dev), and build wavecc again\n", path);
    exit(EXIT_BAD_USAGE);
}

int peers_leave(Peers *peers, int status)
{
    (void)peers;
    return status;
}

int peers_take(Peers *peers)
{
    (void)peers;
    return -1;
}

void peers_tell(Peers *peers, int number, const Job *job) { (void)peers, (void)number, (void)job; }
void peers_serve(Peers *peers, const PeerWork *work) { (void)peers, (void)work; }

bool peers_are_at_work(const Peers *peers)
{
    (void)peers;
    return false;
}

int groups_share(Arena *arena, Settings *settings, int (*run)(Arena *arena, const Settings *settings))
{
    (void)arena, (void)settings, (void)run;
    fputs("wavetest: error: --share=groups: nobody to share with: mpirun -n N wavetest ...\n", stderr);
    return EXIT_BAD_USAGE;
}

void groups_report(const Sharing *sharing, FILE *out) { (void)sharing, (void)out; }
