# What ranks would give on 8 to 1,024 nodes, by docs/cluster.md's formula: its table, or with -v svg=1 its plot. Times in
# seconds. Measured: a node is a rank of 16 workers, of the machine that docs/cluster.md names; `share` is what each rank
# takes to find out what the ranks touch, for each of them, twice in turn (rank 0, then the others). Stated: the networks.
#
#     awk -f testsuite/bench/mpi/model.awk          awk -v svg=1 -f testsuite/bench/mpi/model.awk > docs/cluster.svg
function log2(x) { return log(x) / log(2) }
function ceiling(x) { return x > int(x) ? int(x) + 1 : int(x) }
function control(p) { return 5 * ceiling(log2(p)) * latency + 2 * share * p }
function nbody(p) { return 0.0821 * (1048576 / 49152) ^ 2 / p + (p - 1) * latency + 16 * 1048576 * (1 - 1 / p) / bandwidth + control(p) }
function wave(p) { return 0.00145 * 16 / p + 2 * (latency + 4 * 16384 / bandwidth) + control(p) }
function pictures(p) { return ceiling(4096 / p) * 0.464 / 64 + 3 * ceiling(log2(p)) * latency }
function time_of(job, p) { return job == 1 ? nbody(p) : job == 2 ? wave(p) : pictures(p) }
function first(job) { return job == 1 ? 0.0821 * (1048576 / 49152) ^ 2 : job == 2 ? 0.00145 * 16 : 4096 * 0.464 / 64 }
function use(network) {
    latency = network == 1 ? 2e-6 : 25e-6
    bandwidth = network == 1 ? 12e9 : 2.9e9
}
function efficiency(job, p) { return first(job) / p / time_of(job, p) }
function digits(x) { return sprintf(x < 10 ? "%.2f" : "%.0f", x) }
function x_of(p) { return 60 + (log2(p) - 3) * 60 }
function y_of(e) { return 260 - e * 220 }
BEGIN {
    share = 0.15e-6
    split("n-body|wave equation|pictures", names, "|")
    split("InfiniBand, 2 us, 12 GB/s|Ethernet, 25 us, 2.9 GB/s", networks, "|")
    split("#1f77b4 #d62728 #2ca02c", colours, " ")
    if (!svg) {
        printf "| nodes |"
        for (p = 8; p <= 1024; p *= 2) printf " %d |", p
        printf "\n| --- |"
        for (p = 8; p <= 1024; p *= 2) printf " --- |"
        print ""
        for (network = 1; network <= 2; network++)
            for (job = 1; job <= 3; job++) {
                use(network)
                printf "| %s, %s |", names[job], networks[network]
                for (p = 8; p <= 1024; p *= 2) printf " %s ms (%d %%) |", digits(time_of(job, p) * 1e3), efficiency(job, p) * 100 + 0.5
                print ""
            }
        exit
    }
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"700\" height=\"310\" font-family=\"sans-serif\" font-size=\"12\">"
    print "<rect width=\"700\" height=\"310\" fill=\"white\"/>"
    for (e = 0; e <= 1; e += 0.25)
        printf "<line x1=\"60\" x2=\"480\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"52\" y=\"%.1f\" text-anchor=\"end\">%d %%</text>\n", y_of(e), y_of(e), y_of(e) + 4, e * 100
    for (p = 8; p <= 1024; p *= 2)
        printf "<text x=\"%.1f\" y=\"280\" text-anchor=\"middle\">%d</text>\n", x_of(p), p
    print "<text x=\"270\" y=\"300\" text-anchor=\"middle\">nodes</text><text x=\"60\" y=\"24\">of what as many nodes could do</text>"
    for (network = 1; network <= 2; network++)
        for (job = 1; job <= 3; job++) {
            use(network)
            printf "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s points=\"", colours[job], network == 2 ? " stroke-dasharray=\"5 4\"" : ""
            for (p = 8; p <= 1024; p *= 2) printf "%.1f,%.1f ", x_of(p), y_of(efficiency(job, p))
            line = 60 + 22 * (job + 3 * (network - 1))
            printf "\"/>\n<line x1=\"495\" x2=\"520\" y1=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"2\"%s/><text x=\"526\" y=\"%d\">%s, %s</text>\n", line - 4, line - 4, colours[job], network == 2 ? " stroke-dasharray=\"5 4\"" : "", line, names[job], network == 1 ? "InfiniBand" : "Ethernet"
        }
    print "</svg>"
}
