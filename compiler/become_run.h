/* become_run: `wavecc run`. */
#ifndef WAVECC_BECOME_RUN_H
#define WAVECC_BECOME_RUN_H

/* Becomes wavecc-run with these arguments, the first of which is `run`. Gives an exit status where
 * that fails. */
int become_run(char **arguments);

#endif
