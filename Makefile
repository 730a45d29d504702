# wavecc: `make demo` shows what it does, `make test` proves it, `make help` lists the rest.

ifeq ($(origin CC),default)
CC        = gcc
endif
BUILD    ?= build
OPTIMIZE ?= -O2
WARNINGS  = -Wall -Wextra -Werror
# Lines, for what tells of crashes; -g has variables for a debugger, too, and takes a third longer.
DEBUG    ?= -g1
CFLAGS    = -std=gnu11 $(DEBUG) $(OPTIMIZE) $(WARNINGS) -pthread
CPPFLAGS  = -Icompiler -I$(BUILD)/gen -MMD -MP
JOBS     ?= $(shell nproc 2>/dev/null || echo 2)

# make test SANITIZE=1: AddressSanitizer and UndefinedBehaviorSanitizer, in a build folder of its own.
# The executables that wavecc makes are linked with them too.
ifdef SANITIZE
BUILD    := build/sanitize
OPTIMIZE := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -DWAVECC_ARENA_MALLOC
LDFLAGS  += -fsanitize=address,undefined
export WAVECC_RT_CFLAGS := -fsanitize=address,integer-divide-by-zero
endif

COMPILER_FOLDERS = base ops syntax check ir lower passes plan emit report page
COMPILER_SOURCES = $(sort $(foreach f,$(COMPILER_FOLDERS),$(wildcard compiler/$(f)/*.c)))
COMPILER_OBJECTS = $(COMPILER_SOURCES:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/gen/lex.o $(BUILD)/obj/gen/parse.o
DRIVER_SOURCES   = $(filter-out compiler/main.c,$(sort $(wildcard compiler/*.c)))
DRIVER_OBJECTS   = $(DRIVER_SOURCES:%.c=$(BUILD)/obj/%.o)
LIBRARY_OBJECTS  = $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard compiler/library/*.c)))
RUNTIME_FOLDERS  = numbers formats files host job program
RUNTIME_SOURCES  = $(sort $(foreach f,$(RUNTIME_FOLDERS),$(wildcard runtime/$(f)/*.c)))
RUNTIME_OBJECTS  = $(RUNTIME_SOURCES:%.c=$(BUILD)/obj/%.o)
TEST_SOURCES     = $(sort $(wildcard $(addprefix testsuite/,runner/*.c samples/*.c cli/*.c checks/*.c unit/*.c unit/*/*.c)))
TEST_OBJECTS     = $(TEST_SOURCES:%.c=$(BUILD)/obj/%.o)
MODEL_SOURCES    = $(sort $(wildcard testsuite/samples/*_model.c))
RT_LIBS          = -lpng -lz -lyaml -lm -pthread

# Goals that need what setup installs run it first and then build in a make of their own.
SUBMAKE = $(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))

.PHONY: all setup demo test test-all check bench accuracy fuzz corpus sorting layers lint coverage mutate docs bless clean help
.DELETE_ON_ERROR:
.SECONDARY:

all: setup
	@+$(SUBMAKE) programs

# Goals of the makes that the others start.
.PHONY: programs tests
programs: $(BUILD)/wavecc $(BUILD)/libwavecc.a $(BUILD)/libwavecc.so $(BUILD)/libwavecc_rt.a $(BUILD)/libwavecc_rt.so $(BUILD)/paint
	@:
tests: $(BUILD)/wavecc-tests $(BUILD)/ways-compile
	@:

help:
	@echo 'make          builds wavecc and its runtime library in $(BUILD)/'
	@echo 'make demo     compiles samples/blur and blurs a picture with it'
	@echo 'make test     runs all tests; TEST=TEXT picks those with TEXT in their name;'
	@echo '              SANITIZE=1 builds and tests with AddressSanitizer and UBSan'
	@echo 'make test-all    with matrices of settings whole (testsuite/README.md), several times as long'
	@echo 'make test-tsan   devices, submitters, cancelled dispatches and libwavecc under ThreadSanitizer'
	@echo 'make test-compilers   conformance tests by each C compiler that is installed, from clang-15 and gcc-13 on; TEST=,'
	@echo '              WAVES=all or a list (one size for each test), TARGET='
	@echo 'make test-mpi    executables of --mpi on 1 to 7 ranks against one process; ranks that die'
	@echo 'make bench-mpi   how jobs scale over ranks of this machine; RANKS="1 2 4": how many'
	@echo 'make bench-runtime   what a dispatch, a group and waking up cost'
	@echo 'make bench-scaling   how kernels of the bench scale over workers; WORKERS=1,2,4: how many; TEST=, ROUNDS=, TARGET= as bench'
	@echo 'make bench-checks    what --check and --coverage cost, by samples'
	@echo 'make check    runs the quick tests only'
	@echo 'make bless TEST=TEXT   writes these golden files anew, for review'
	@echo 'make docs     writes the tables of docs/language.md and docs/ir.md anew'
	@echo 'make bench    races compiled kernels against plain C; WAVES=all or a list: these wave sizes,'
	@echo '              TEST=TEXT only families with TEXT in their name, TARGET=x86-64-v3, BACKEND=gcc, ROUNDS=N'
	@echo 'make bench-peers     races them against lavapipe and PoCL; bench-peers-table puts that into docs/performance.md'
	@echo 'make bench-compile   how long wavecc and the C compiler take for each of them'
	@echo 'make bench-all bench-table   races at all targets, and the table of docs/performance.md of them'
	@echo 'make bench-duel WITH=PATH   this wavecc against another, in one process: TEST=, ROUNDS=, TARGET=, WAVES= as bench'
	@echo 'make bench-bodies    kernels of a few lines against the same text as C++; WITH=PATH: and another wavecc; TEST= as bench'
	@echo 'make bench-guard     whether a kernel takes more instructions than it did; BLESS=1 keeps these'
	@echo 'make bench-ways      what each way of accessing memory costs on this machine'
	@echo 'make group-orders    what the order of thread groups does to a cache, and docs/group-order.svg'
	@echo 'make bench-map       patterns of access x group shapes x wave sizes x elements x masks against plain C;'
	@echo '              PATTERN=, MASK=, ELEMENT=, SHAPE=, WAVES=: only these, docs/performance.md has them'
	@echo 'make bench-map-sample   a choice of them, and docs/access-map.svg'
	@echo 'make bench-frontend   how fast a file is preprocessed and parsed; FRONTEND=FILE'
	@echo 'make accuracy measures the math functions against the D3D limits; STEP=1: all floats'
	@echo 'make fuzz     compares random kernels with the evaluator; SEEDS="FROM TO" or files'
	@echo 'make fuzz-c   the C of samples, tests and random programs, by all C compilers that are here, without warnings'
	@echo 'make fuzz-isolation   random kernels whose indices go astray, in fenced memory; SEEDS="FROM TO"'
	@echo 'make fuzz-programs   whole HLSL programs at random against an interpreter of their trees; SEEDS="FROM TO"'
	@echo 'make fuzz-layouts   random structs and cbuffers against a model of dxc'"'"'s packing rules; SEEDS="FROM TO"'
	@echo 'make fuzz-shared    random kernels that pass words through groupshared memory against a model of barriers; SEEDS="FROM TO"'
	@echo 'make fuzz-members   random kernels that change words of their own in place against a model; SEEDS="FROM TO"'
	@echo 'make fuzz-samples   random textures, samplers and coordinates against a model of Direct3D'"'"'s rules; SEEDS="FROM TO"'
	@echo 'make fuzz-names     random namespaces, structs and using against what clang makes of the same text as C++; SEEDS="FROM TO"'
	@echo 'make fuzz-macros    random macros and conditions against what clang leaves of the same text; SEEDS="FROM TO"'
	@echo 'make fuzz-resources random kernels that choose among resources as they run, against a model; SEEDS="FROM TO"'
	@echo 'make fuzz-rows      random kernels that take a thread'"'"'s number apart by quotients, against a model; SEEDS="FROM TO"'
	@echo 'make fuzz-walks     random kernels whose threads go along rows or down columns, against a model; SEEDS="FROM TO"'
	@echo 'make fuzz-edges     random kernels that keep to the edges of a grid, against a model; SEEDS="FROM TO"'
	@echo 'make fuzz-tiles     random kernels that fetch a tile first, against a model; SEEDS="FROM TO"'
	@echo 'make fuzz-calls     random kernels behind guards, which calls of several groups ask for once, against a model; SEEDS="FROM TO"'
	@echo 'make fuzz-threads   random kernels whose text is C++ as well, against what clang makes of that; SEEDS="FROM TO"'
	@echo 'make fuzz-turns     such whose statements are loops of all kinds; SEEDS="FROM TO"'
	@echo 'make fuzz-sums      such whose statements are sums: rows, strides of a group, searches, trees and scans; SEEDS="FROM TO"'
	@echo 'make fuzz-lanes     random kernels whose lanes are counted, take turns and scan, against a model; SEEDS="FROM TO"'
	@echo 'make fuzz-dots      random kernels that sum up elements by all of their components, against a model; SEEDS="FROM TO"'
	@echo 'make corpus   LIST=... CHECKOUT=... runs a list of public shaders through the compiler'
	@echo 'make sorting  CHECKOUT=... sorts and scans 2^20 keys with public shaders, at every wave size'
	@echo 'make lint     gcc -fanalyzer, clang-tidy and cppcheck: what they find is mended or waived with a reason'
	@echo 'make coverage runs the tests with counters: the share of lines that ran, of each folder; LEAST=93'
	@echo 'make mutate   changes a line at a time and sees whether a test fails; MUTANTS=N (200), SEED=N,'
	@echo '              FILES=..., SLOW=N: every N-th slow test only (0: none)'
	@echo 'make layers   checks that includes and calls go down, between the folders and inside them'
	@echo 'make setup    installs with apt what the others need'
	@echo 'make install  PREFIX=/usr/local DESTDIR=: programs, library, man pages, completions; make uninstall'
	@echo 'make test-install   uses what it installs, from C, pkg-config, CMake and three shells'
	@echo 'make clean    removes build/'

# ---- what must be installed: a command or a header, and the Debian package that has it ----

COMMANDS = gcc:gcc clang:clang re2c:re2c lemon:lemon diff:diffutils
HEADERS  = stdio.h:libc6-dev cmocka.h:libcmocka-dev png.h:libpng-dev yaml.h:libyaml-dev zlib.h:zlib1g-dev \
           OpenEXR/openexr.h:libopenexr-dev elfutils/libdwfl.h:libdw-dev
APT_GET  = DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends

setup:
	@missing=; \
	for need in $(COMMANDS); do \
	    command -v $${need%%:*} >/dev/null || missing="$$missing $${need##*:}"; \
	done; \
	for need in $(HEADERS); do \
	    test -e /usr/include/$${need%%:*} || echo "#include <$${need%%:*}>" | $(CC) -E - >/dev/null 2>&1 \
	        || missing="$$missing $${need##*:}"; \
	done; \
	test -n "$$missing" || exit 0; \
	if ! command -v apt-get >/dev/null; then as=none; \
	elif test "$$(id -u)" = 0; then as=; \
	elif sudo -n true 2>/dev/null; then as='sudo -n'; \
	else as=none; fi; \
	if test "$$as" = none; then \
	    echo "wavecc needs these Debian packages, which only an administrator can install:$$missing" >&2; \
	    echo "    apt-get install$$missing" >&2; \
	    exit 1; \
	fi; \
	echo "installing:$$missing"; \
	$$as env $(APT_GET) update && $$as env $(APT_GET) install $$missing

# ---- what users run ----

# Gauss weights for a standard deviation of 2.5 texels.
DEMO      = $(BUILD)/demo
BLUR_SET  = --set gBlurRadius=5 --set w0=0.0222 --set w1=0.0456 --set w2=0.0798 --set w3=0.1191 --set w4=0.1514 --set w5=0.1638 \
            --set w6=0.1514 --set w7=0.1191 --set w8=0.0798 --set w9=0.0456 --set w10=0.0222
BLUR_TWICE = -e HorzBlurCS --in gInput=$(DEMO)/picture.png --out gOutput=@a -e VertBlurCS --in gInput=@a --out gOutput=@b \
             -e HorzBlurCS --in gInput=@b --out gOutput=@c -e VertBlurCS --in gInput=@c --out gOutput=$(DEMO)/blur.png

demo: all
	@mkdir -p $(DEMO)
	$(BUILD)/paint $(DEMO)/picture.png 1280 720
	$(BUILD)/wavecc samples/blur/blur.hlsl --time -o $(DEMO)/blur
	$(DEMO)/blur --time $(BLUR_SET) $(BLUR_TWICE)
	@echo 'The picture is $(DEMO)/picture.png; blurred twice it is $(DEMO)/blur.png'

test test-all: COMMANDS += $(GUARD_COMMANDS) $(INSTALL_TEST_COMMANDS) python3:python3 gdb:gdb
test test-all: HEADERS += ../lib/python3/dist-packages/numpy/__init__.py:python3-numpy
test test-all: all
	@+$(SUBMAKE) tests
	@+$(SUBMAKE) layers
	$(if $(SANITIZE),,@+$(SUBMAKE) bench-guard TEST= $(if $(filter test-all,$@),EACH=1))
	$(BUILD)/wavecc-tests $(if $(filter test-all,$@),--all) '$(TEST)'

.PHONY: bench-mpi
bench-mpi: COMMANDS += $(MPI_COMMANDS)
bench-mpi: all
	@+$(SUBMAKE) programs
	@mkdir -p $(BUILD)/bench-mpi
	@for sample in nbody wave_equation wide_filter mandelbrot; do \
	    $(BUILD)/wavecc samples/$$sample/$$sample.hlsl --mpi -o $(BUILD)/bench-mpi/$$sample || exit 1; done
	@sh testsuite/bench/mpi/bench.sh $(BUILD)/bench-mpi

# The conformance tests by the C compilers that are installed and newer than those of `make test`: what C leaves open they
# take to be otherwise.
.PHONY: test-compilers
NEWER_COMPILERS = $(shell for name in $$(seq -f clang-%g 15 40) $$(seq -f gcc-%g 13 40); do command -v $$name >/dev/null && echo $$name; done; true)
test-compilers: all
	@test -n '$(NEWER_COMPILERS)' || { echo 'no clang-15 or gcc-13, nor a later one' >&2; exit 2; }
	$(BUILD)/wavetest testsuite/run --cc=$(subst $() ,$(comma),$(NEWER_COMPILERS)) --wave-size=$(or $(filter-out auto,$(WAVES)),one) \
	    $(if $(TARGET),--target=$(TARGET)) $(if $(TEST),--filter='$(TEST)') --headers=$(BUILD)/compilers

# Groups shared out over ranks, by what mpirun is there; oversubscribed.
.PHONY: test-mpi
MPI_COMMANDS = mpicc:libmpich-dev mpirun:mpich
test-mpi: COMMANDS += $(MPI_COMMANDS)
test-mpi: all
	@+$(SUBMAKE) programs
	@BUILD=$(BUILD) sh testsuite/mpi/mpi_test.sh

# What the runtime itself costs: dispatches, groups, waking up, a second worker.
.PHONY: bench-checks
bench-checks: all
	@BUILD=$(BUILD) sh testsuite/bench/checks.sh

.PHONY: bench-runtime
bench-runtime: all
	@+$(SUBMAKE) $(BUILD)/bench-runtime
	$(BUILD)/bench-runtime

$(BUILD)/bench-runtime: testsuite/bench/runtime.c testsuite/bench/wake.c testsuite/bench/runtime.hlsl $(BUILD)/wavecc $(BUILD)/libwavecc_rt.a
	$(call SAY,link,$@)
	$(Q)$(BUILD)/wavecc testsuite/bench/runtime.hlsl -c -o $@-kernels.o
	$(Q)$(CC) $(CFLAGS) -Iruntime/include $(LDFLAGS) -o $@ $(filter %.c,$^) $@-kernels.o $(BUILD)/libwavecc_rt.a $(RT_LIBS) -ldl

# ThreadSanitizer on the runtime, kernels and libwavecc, in a build folder of its own. A device whose kernel still runs after a
# time-out keeps its threads.
.PHONY: test-tsan
TSAN := -fsanitize=thread
test-tsan: all
	@+$(SUBMAKE) BUILD=build/tsan WAVECC=$(BUILD)/wavecc OPTIMIZE='-O1 $(TSAN)' LDFLAGS=$(TSAN) build/tsan/stress build/tsan/late
	TSAN_OPTIONS=report_thread_leaks=0 build/tsan/stress
	rm -rf build/tsan/cache && WAVECC_RT_CFLAGS=$(TSAN) build/tsan/late build/tsan/cache

$(BUILD)/stress: $(BUILD)/obj/testsuite/stress/stress.o $(BUILD)/stress-kernels.o $(filter-out %/rt_main.o %/wcc_main.o,$(RUNTIME_OBJECTS))
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(RT_LIBS)

$(BUILD)/late: $(BUILD)/obj/testsuite/stress/late.o $(LIBRARY_OBJECTS) $(DRIVER_OBJECTS) $(COMPILER_OBJECTS) \
               $(filter-out %/rt_main.o %/wcc_main.o,$(RUNTIME_OBJECTS))
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(RT_LIBS) -ldl

$(BUILD)/stress-kernels.o: testsuite/stress/stress.hlsl $(WAVECC)
	@mkdir -p $(@D)
	$(call SAY,wavecc,$@)
	$(Q)WAVECC_RT_CFLAGS=$(TSAN) $(WAVECC) $< -c --cc=gcc --wave-size=8,32 -o $@

check: COMMANDS += valgrind:valgrind
check: all
	@+$(SUBMAKE) tests
	$(BUILD)/wavecc-tests --check '$(TEST)'

# The tables of docs/language.md and docs/ir.md, from the compiler's.
docs: all
	for table in language:--list-intrinsics ir:--list-operations; do \
	    document=$${table%%:*}; option=$${table#*:}; \
	    $(BUILD)/wavecc $$option > $(BUILD)/table.md && \
	    awk -v start="<!-- wavecc $$option -->" 'FNR == NR { table = table $$0 "\n"; next } \
	         /^<!-- end -->/ { skip = 0 } !skip { print } $$0 == start { printf "%s", table; skip = 1 }' \
	        $(BUILD)/table.md docs/$$document.md > $(BUILD)/$$document.md && \
	    cat $(BUILD)/$$document.md > docs/$$document.md || exit 1; \
	done

bless: all
	@+$(SUBMAKE) tests
	$(BUILD)/wavecc-tests --bless '$(TEST)'

layers: all
	@BUILD=$(BUILD) sh testsuite/layers.sh

# Whether there is MPI; here, since what lint looks at hangs on it as this is read.
MPICC      ?= mpicc
MPI_OBJECTS = $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard runtime/mpi/*.c)))
MPI_WORDS   = $(filter-out gcc cc clang,$(shell $(MPICC) -show 2>/dev/null))

ifneq ($(shell command -v $(MPICC) 2>/dev/null),)
MPI_LIBRARY = $(BUILD)/libwavecc_rt_mpi.a
endif

# What analysers find in the compiler and the runtime, but for what testsuite/lint/waived gives reasons for. A file is
# looked at again when it or what it includes has changed.
LINT          = $(BUILD)/lint
LINT_COMMANDS = clang-tidy:clang-tidy cppcheck:cppcheck
LINT_SOURCES  = compiler/main.c $(DRIVER_SOURCES) $(COMPILER_SOURCES) $(RUNTIME_SOURCES) \
                $(if $(MPI_LIBRARY),$(wildcard runtime/mpi/*.c))
LINT_FOUND    = $(LINT_SOURCES:%.c=$(LINT)/%.found) $(LINT)/cppcheck.found
LINT_FLAGS    = -std=gnu11 -Icompiler -Icompiler/syntax -Iruntime -Iruntime/include -I$(BUILD)/gen \
                $(patsubst -I%,-isystem%,$(filter -I%,$(MPI_WORDS)))

.PHONY: lint-found
lint: COMMANDS += $(LINT_COMMANDS)
lint: all
	@+$(SUBMAKE) lint-found
	@testsuite/lint/findings.sh testsuite/lint/waived $(LINT_FOUND)

lint-found: $(LINT_FOUND)
	@:

$(LINT)/%.found: %.c .clang-tidy | $(BUILD)/gen/parse.h
	@mkdir -p $(@D)
	$(call SAY,lint,$<)
	$(Q)gcc $(LINT_FLAGS) -O1 -fanalyzer -MMD -MP -MF $(@:.found=.d) -MT $@ -c -o /dev/null $< > $@.new 2>&1
	$(Q)clang-tidy -quiet $< -- -Wall -Wextra $(LINT_FLAGS) 2> /dev/null | sed 's|$(CURDIR)/||' >> $@.new
	$(Q)mv $@.new $@

# All at once: it keeps what it knows of unchanged files in a folder of its own.
$(LINT)/cppcheck.found: $(LINT_SOURCES) $(BUILD)/gen/parse.c
	@mkdir -p $(LINT)/cppcheck
	$(call SAY,cppcheck,$(@))
	$(Q)cppcheck --quiet --cppcheck-build-dir=$(LINT)/cppcheck --enable=warning,performance,portability --std=c11 \
	    --suppress=internalAstError $(filter -I%,$(LINT_FLAGS)) \
	    --template='{file}:{line}:{column}: warning: {message} [{id}]' $(LINT_SOURCES) 2> $@.new
	$(Q)mv $@.new $@

# Which lines the tests run: testsuite/coverage.sh. LEAST of 100 must be.
LEAST   ?= 93

coverage: all
	CC='$(CC)' testsuite/coverage.sh build/coverage $(LEAST)

# Whether the tests see a slip of one line: testsuite/mutate/mutate.sh. FILES: in these sources only.
MUTANTS ?= 200
FILES   ?=

mutate: all
	SEED=$(SEED) CC='$(CC)' testsuite/mutate/mutate.sh $(MUTANTS) $(FILES)

# ---- programs and libraries ----

# V=1 shows the commands.
Q = $(if $(V),,@)
SAY = @echo "  $(1) $(2)"

$(BUILD)/wavecc: $(BUILD)/obj/compiler/main.o $(DRIVER_OBJECTS) $(COMPILER_OBJECTS)
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm

# The compiler for programs; of its names they see those of wavecc.h alone.
$(BUILD)/libwavecc.so: $(LIBRARY_OBJECTS) $(DRIVER_OBJECTS) $(COMPILER_OBJECTS) compiler/version.h
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(call SONAME,wavecc) -o $@ $(filter-out %.h,$^) -lm -ldl -pthread

$(BUILD)/libwavecc.a: $(LIBRARY_OBJECTS) $(DRIVER_OBJECTS) $(COMPILER_OBJECTS)
	$(call SAY,ar,$@)
	$(Q)ld -r -o $(BUILD)/libwavecc.o $^ && objcopy --localize-hidden $(BUILD)/libwavecc.o
	$(Q)rm -f $@ && ar rcs $@ $(BUILD)/libwavecc.o

$(BUILD)/libwavecc_rt.a: $(RUNTIME_OBJECTS)
	$(call SAY,ar,$@)
	$(Q)rm -f $@ && ar rcs $@ $^

# Groups shared out over machines: where mpicc was found. The file beside it says what mpicc links with.
programs: $(MPI_LIBRARY)

$(MPI_OBJECTS): CPPFLAGS += $(filter -I%,$(MPI_WORDS))

$(BUILD)/libwavecc_rt_mpi.a: $(MPI_OBJECTS)
	$(call SAY,ar,$@)
	$(Q)rm -f $@ && ar rcs $@ $^
	$(Q)echo '$(filter -L% -l% -Wl%,$(MPI_WORDS))' > $@.link

$(BUILD)/libwavecc_rt.so: $(RUNTIME_OBJECTS) compiler/version.h
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(call SONAME,wavecc_rt) -o $@ $(filter-out %/rt_main.o %.h,$^) $(RT_LIBS)

# `wavecc run`: the compiler's library and the runtime in one program.
RUN_OBJECTS = $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard runtime/run/*.c)))

programs: $(BUILD)/wavecc-run
$(BUILD)/wavecc-run: $(RUN_OBJECTS) $(filter-out %/rt_main.o %/wcc_main.o,$(RUNTIME_OBJECTS)) $(BUILD)/libwavecc.a
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -ldl $(RT_LIBS)

include runtime/install/install.mk

$(BUILD)/wavecc-tests: $(TEST_OBJECTS) $(LIBRARY_OBJECTS) $(DRIVER_OBJECTS) $(COMPILER_OBJECTS) $(filter-out %/rt_main.o,$(RUNTIME_OBJECTS))
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcmocka -ldl $(RT_LIBS)

$(BUILD)/paint: $(BUILD)/obj/samples/paint.o
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(RT_LIBS)

# ---- wavetest: conformance tests (docs/conformance.md) ----

WAVETEST_OBJECTS = $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard testsuite/wavetest/*.c)))
WAVETEST_PARTS   = $(filter-out %/main.o,$(WAVETEST_OBJECTS))

programs: $(BUILD)/wavetest
$(BUILD)/wavecc-tests: $(WAVETEST_PARTS)

$(BUILD)/wavetest: $(WAVETEST_OBJECTS) $(DRIVER_OBJECTS) $(COMPILER_OBJECTS) $(filter-out %/rt_main.o,$(RUNTIME_OBJECTS))
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -ldl $(RT_LIBS)

# The same, which shares tests out over what mpirun has started.
ifneq ($(MPI_LIBRARY),)
programs: $(BUILD)/wavetest-mpi
endif
PEER_OBJECTS = $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard testsuite/wavetest/mpi/*.c)))
$(PEER_OBJECTS): CPPFLAGS += $(filter -I%,$(MPI_WORDS))
$(BUILD)/wavetest-mpi: $(filter-out %/alone.o,$(WAVETEST_OBJECTS)) $(PEER_OBJECTS) $(filter-out %/mpi_main.o,$(MPI_OBJECTS)) \
                       $(DRIVER_OBJECTS) $(COMPILER_OBJECTS) $(filter-out %/rt_main.o,$(RUNTIME_OBJECTS))
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -ldl $(RT_LIBS) $(filter -L% -l% -Wl%,$(MPI_WORDS))

# ---- the fuzzer: random kernels, evaluated, compiled and run ----

SEEDS       ?= 1 1000
FUZZ_OBJECTS = $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard testsuite/fuzz/*.c)))
FUZZ_PARTS   = $(filter-out %/fuzz/fuzz.o,$(FUZZ_OBJECTS))
FUZZ_RUNNER  = $(patsubst %,$(BUILD)/obj/testsuite/runner/%.o,process files front verified_passes)

$(BUILD)/wavecc-tests: $(FUZZ_PARTS)

$(BUILD)/fuzz: $(FUZZ_OBJECTS) $(FUZZ_RUNNER) $(DRIVER_OBJECTS) $(COMPILER_OBJECTS)
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcmocka -lm -ldl

# Whole HLSL programs, against an interpreter of their trees.
PROGRAM_OBJECTS = $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard testsuite/fuzz/programs/*.c)))
PROGRAM_PARTS   = $(filter-out %/programs.o,$(PROGRAM_OBJECTS))
PROGRAM_RUNNER  = $(patsubst %,$(BUILD)/obj/testsuite/runner/%.o,front verified_passes)

$(BUILD)/wavecc-tests: $(PROGRAM_PARTS)

$(BUILD)/fuzz-programs: $(PROGRAM_OBJECTS) $(PROGRAM_RUNNER) $(COMPILER_OBJECTS)
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcmocka -lm

.PHONY: fuzz-programs
fuzz-programs: all
	@+$(SUBMAKE) $(BUILD)/fuzz-programs
	$(BUILD)/fuzz-programs $(SEEDS)

MODELS := layouts shared names macros resources members samples rows walks edges tiles calls threads turns sums lanes dots
.PHONY: $(MODELS:%=fuzz-%)
$(MODELS:%=fuzz-%): fuzz-%: all
	/usr/bin/python3 testsuite/fuzz/$*.py $(BUILD)/wavecc $(SEEDS)

# The C that wavecc writes, by every C compiler that is installed, without warnings: samples, run tests, programs of SEEDS.
.PHONY: fuzz-c
fuzz-c: all
	@+$(SUBMAKE) $(BUILD)/fuzz-programs
	@rm -rf $(BUILD)/fuzz-c && mkdir -p $(BUILD)/fuzz-c/programs
	$(BUILD)/fuzz-programs $(SEEDS) keep found=$(BUILD)/fuzz-c/programs
	find samples testsuite/run testsuite/golden $(BUILD)/fuzz-c/programs -name '*.hlsl' -o -name '*.test' | sort > \
	    $(BUILD)/fuzz-c/files
	xargs testsuite/fuzz/c.sh $(BUILD)/wavecc $(BUILD)/fuzz-c < $(BUILD)/fuzz-c/files
	OPTIONS=-O0 xargs testsuite/fuzz/c.sh $(BUILD)/wavecc $(BUILD)/fuzz-c < $(BUILD)/fuzz-c/files
	OPTIONS=--check=all xargs testsuite/fuzz/c.sh $(BUILD)/wavecc $(BUILD)/fuzz-c < $(BUILD)/fuzz-c/files

fuzz: all
ifdef MINUTES
	@+$(SUBMAKE) fuzz-inputs
else
	@+$(SUBMAKE) $(BUILD)/fuzz
	$(BUILD)/fuzz $(SEEDS)
endif

# make fuzz MINUTES=n: clang's libFuzzer on whatever bytes come in, n minutes for each of INPUTS. It goes on behind what
# it finds; that is kept in build/inputs/found, by kind. Fails where it found anything.
INPUTS    ?= shader ir yaml data job api
INPUT_SEED_shader = testsuite/golden/lower/*.hlsl testsuite/golden/plan/*.hlsl
INPUT_SEED_ir     = testsuite/golden/passes/*/*.ir
INPUT_SEED_yaml   = testsuite/run/buffers/*.test
INPUT_SEED_data   =
INPUT_SEED_job    = testsuite/fuzz/inputs/jobs/*.yaml
INPUT_PARTS = $(DRIVER_OBJECTS) $(COMPILER_OBJECTS) $(filter-out %/rt_main.o,$(RUNTIME_OBJECTS)) $(WAVETEST_PARTS)

.PHONY: fuzz-inputs input-programs
fuzz-inputs:
	@$(MAKE) --no-print-directory BUILD=build/inputs CC=clang input-programs \
	    OPTIMIZE='-O1 -fsanitize=fuzzer-no-link,address -fno-omit-frame-pointer -DWAVECC_ARENA_MALLOC' WARNINGS='-Wall -Wextra'
	@mkdir -p build/inputs/found
	@$(foreach i,$(INPUTS),mkdir -p build/inputs/corpus-$(i) build/inputs/seed-$(i) && \
	    $(if $(INPUT_SEED_$(i)),testsuite/fuzz/inputs/seed.sh $(i) build/inputs/seed-$(i) $(INPUT_SEED_$(i)) &&) \
	    $(if $(filter data,$(i)),testsuite/fuzz/inputs/seed_data.sh $(BUILD)/wavecc build/inputs/seed-data &&) \
	    build/inputs/$(i) -fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -timeout=20 -rss_limit_mb=4096 \
	        -max_total_time=$$(($(MINUTES) * 60 + 1)) -max_len=20000 -close_fd_mask=3 \
	        $(addprefix -dict=,$(wildcard testsuite/fuzz/inputs/$(i).dict)) \
	        -artifact_prefix=build/inputs/found/$(i)- build/inputs/corpus-$(i) build/inputs/seed-$(i) && ) true
	@testsuite/fuzz/inputs/kinds.sh build/inputs

input-programs: $(INPUTS:%=$(BUILD)/%)

$(addprefix $(BUILD)/,shader ir): $(BUILD)/%: $(BUILD)/obj/testsuite/fuzz/inputs/%.o $(BUILD)/obj/testsuite/fuzz/inputs/compile.o $(INPUT_PARTS)
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) -fsanitize=fuzzer -o $@ $^ -ldl $(RT_LIBS)

$(addprefix $(BUILD)/,yaml data job api): $(BUILD)/%: $(BUILD)/obj/testsuite/fuzz/inputs/%.o $(INPUT_PARTS)
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) -fsanitize=fuzzer -o $@ $^ -ldl $(RT_LIBS)

# Kernels whose indices go astray, in memory with unmapped pages around each resource; then compiled so that what C
# leaves undefined is a trap, and with AddressSanitizer, which fences their arrays.
.PHONY: fuzz-isolation
fuzz-isolation: all
	@+$(SUBMAKE) $(BUILD)/fuzz
	$(BUILD)/fuzz $(SEEDS) strays
	$(BUILD)/fuzz $(SEEDS) strays traps level=-O1
	$(BUILD)/fuzz $(SEEDS) strays sanitize
	$(BUILD)/fuzz testsuite/fuzz/found/*.ir sanitize march=x86-64-v3 lanes=16

# ---- public shaders: LIST of compilations in CHECKOUT, see testsuite/corpus/run.sh ----

corpus: all
	testsuite/corpus/run.sh $(BUILD)/wavecc $(LIST) $(CHECKOUT) $(STAGE)

# ---- public sorts and scans, run: see testsuite/corpus/sorting.sh ----

sorting: all
	@+$(SUBMAKE) $(BUILD)/sorting
	testsuite/corpus/sorting.sh $(BUILD)/wavecc $(BUILD)/sorting $(CHECKOUT) $(WORKERS)

$(BUILD)/sorting: $(BUILD)/obj/testsuite/corpus/sorting.o $(BUILD)/libwavecc_rt.a
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -ldl $(RT_LIBS)

# ---- the benchmark: the families of testsuite/bench/families against plain C, by clang and by gcc ----

# TARGET is whom plain C and kernels are compiled for, both; BACKEND compiles the kernels' C; TEST picks families with
# that in their name.
TARGET      ?= native
WAVES       ?= auto
ROUNDS      ?= 11
BACKEND     ?= clang
BENCH        = $(BUILD)/bench
RACE         = $(BENCH)/$(TARGET)
MODULES      = $(RACE)/$(BACKEND)-wave-$(WAVES)
BENCH_CSV    = $(BENCH)/bench$(patsubst %,-%,$(filter-out native,$(TARGET)) $(filter-out clang,$(BACKEND)))$(if $(filter-out auto,$(WAVES)),-waves).csv
# Those that ask for a wave size take part where that is left to them.
OF_ONE_WAVE_SIZE = $(if $(filter-out auto all,$(WAVES)),$(basename $(notdir $(shell grep -l '^.WaveSize' testsuite/bench/families/*.hlsl))))
EVERY_FAMILY = $(filter-out $(OF_ONE_WAVE_SIZE),$(basename $(notdir $(sort $(wildcard testsuite/bench/families/*.c)))))
FAMILIES     = $(strip $(if $(TEST),$(foreach f,$(EVERY_FAMILY),$(if $(findstring $(TEST),$(f)),$(f))),$(EVERY_FAMILY)))
BENCH_PARTS  = $(patsubst %,$(BUILD)/obj/testsuite/bench/%.o,kernels compare clock)
PLAIN_FLAGS  = -std=gnu11 -O3 -march=$(TARGET) -ffast-math $(WARNINGS) -Wno-missing-field-initializers -shared -fPIC -Wl,-Bsymbolic -Iruntime/include

.PHONY: race
bench: all
	@test -n '$(FAMILIES)' || { echo 'no family in testsuite/bench/families has "$(TEST)" in its name' >&2; exit 1; }
	@+$(SUBMAKE) race
	$(BENCH)/bench $(ROUNDS) $(BENCH_CSV) $(RACE) $(MODULES) $(FAMILIES)

# WITH is another wavecc, of the tree that this one is held against.
.PHONY: bench-duel duel
WITH_MODULES = $(RACE)/with-wave-$(WAVES)
bench-duel: all
	@test -x '$(WITH)' || { echo 'make bench-duel WITH=PATH/wavecc: that of another tree' >&2; exit 1; }
	@rm -rf $(WITH_MODULES)
	@+$(SUBMAKE) duel
	$(BENCH)/duel $(ROUNDS) $(RACE) $(WITH_MODULES) $(MODULES) $(FAMILIES)

duel: $(BENCH)/duel $(foreach f,$(FAMILIES),$(RACE)/clang/$(f).so $(RACE)/gcc/$(f).so $(MODULES)/$(f).so $(WITH_MODULES)/$(f).so)
	@:

# WORKERS: how many, in turns.
.PHONY: bench-scaling
WORKERS ?= 1,2
bench-scaling: all
	@+$(SUBMAKE) race $(BENCH)/scaling
	$(BENCH)/scaling $(ROUNDS) $(BENCH)/scaling.csv $(RACE) $(MODULES) $(WORKERS) $(FAMILIES)

$(BENCH)/scaling: $(BUILD)/obj/testsuite/bench/scaling.o $(BENCH_PARTS) $(BUILD)/libwavecc_rt.a
	@mkdir -p $(@D)
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -rdynamic -o $@ $^ $(RT_LIBS) -ldl

race: $(BENCH)/bench $(RACE)/clang/peak.so $(foreach f,$(FAMILIES),$(RACE)/clang/$(f).so $(RACE)/gcc/$(f).so $(MODULES)/$(f).so)
	@:

$(BENCH)/bench $(BENCH)/duel $(BENCH)/bodies: $(BENCH)/%: $(BUILD)/obj/testsuite/bench/%.o $(BENCH_PARTS)
	@mkdir -p $(@D)
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -rdynamic -o $@ $^ -lm -ldl

# A family's kernel lies beside its C or in samples/, a sample's plain C with the tests. The first line of a kernel
# may name options of wavecc.
.SECONDEXPANSION:
FAMILY_SOURCES = testsuite/bench/families/$*.c $(wildcard testsuite/samples/$*_model.c)
KERNEL_OPTIONS = $< -shared --wave-size=$(WAVES) --target=$(TARGET) --cc=$(BACKEND) $(shell sed -n '1s|^// options: ||p' $<)
FAMILY_KERNEL  = $(firstword $(wildcard testsuite/bench/families/$*.hlsl samples/$*/$*.hlsl))

$(RACE)/clang/%.so $(RACE)/gcc/%.so: $$(FAMILY_SOURCES) testsuite/bench/bench.h testsuite/samples/models.h runtime/include/wcc_abi.h
	@mkdir -p $(RACE)/clang $(RACE)/gcc
	$(call SAY,plain,$(RACE)/*/$*.so)
	$(Q)clang $(PLAIN_FLAGS) -o $(RACE)/clang/$*.so $(filter %.c,$^) -lm
	$(Q)gcc $(PLAIN_FLAGS) -o $(RACE)/gcc/$*.so $(filter %.c,$^) -lm

$(RACE)/clang/peak.so: testsuite/bench/peak.c testsuite/bench/bench.h
	@mkdir -p $(@D)
	$(Q)clang $(PLAIN_FLAGS) -o $@ $<

$(MODULES)/%.so: $$(FAMILY_KERNEL) $(BUILD)/wavecc $(wildcard runtime/include/*.h)
	@mkdir -p $(@D)
	$(call SAY,wavecc,$@)
	$(Q)$(BUILD)/wavecc $(KERNEL_OPTIONS) -o $@

$(WITH_MODULES)/%.so: $$(FAMILY_KERNEL)
	@mkdir -p $(@D)
	$(call SAY,wavecc,$@)
	$(Q)$(WITH) $(KERNEL_OPTIONS) -o $@

# ---- the families as others run them: lavapipe, with their own HLSL, PoCL, with peers/NAME.cl, and ispc, where there
# is one (ISPC=PATH), with peers/NAME.ispc for each of ISPC_TARGETS ----

PEERS         = $(BENCH)/peers
PEER_COMMANDS = glslangValidator:glslang-tools
PEER_HEADERS  = vulkan/vulkan.h:libvulkan-dev CL/cl.h:ocl-icd-opencl-dev CL/cl_version.h:opencl-c-headers \
                ../share/vulkan/icd.d/lvp_icd.x86_64.json:mesa-vulkan-drivers ../../etc/OpenCL/vendors/pocl.icd:pocl-opencl-icd
PEER_PARTS    = $(patsubst %,$(BUILD)/obj/testsuite/bench/peers/%.o,race arguments) $(BENCH_PARTS)
ISPC         ?= $(shell command -v ispc)
ISPC_TARGETS ?= avx2-i32x8 avx2-i32x16 avx512skx-x16 avx512skx-x32
ISPC_FAMILIES = $(filter $(FAMILIES),$(basename $(notdir $(wildcard testsuite/bench/peers/*.ispc))))
ISPC_KERNELS  = $(foreach t,$(ISPC_TARGETS),$(ISPC_FAMILIES:%=$(PEERS)/ispc-$(t)/%.so))

.PHONY: bench-peers bench-peers-table peers
bench-peers: COMMANDS += $(PEER_COMMANDS)
bench-peers: HEADERS += $(PEER_HEADERS)
bench-peers: all
	@+$(SUBMAKE) race peers
	testsuite/bench/peers/race.sh $(ROUNDS) $(PEERS)/peers.csv $(PEERS) $(RACE) $(MODULES) $(FAMILIES)

bench-peers-table:
	testsuite/bench/peers/table.sh $(PEERS)/peers.csv docs/performance.md

peers: $(PEERS)/race-lavapipe $(PEERS)/race-pocl $(FAMILIES:%=$(PEERS)/%.compiled) \
       $(if $(ISPC),$(PEERS)/race-ispc $(ISPC_KERNELS))
	@:

$(PEERS)/race-lavapipe: $(patsubst %,$(BUILD)/obj/testsuite/bench/peers/%.o,vulkan copies spirv) $(PEER_PARTS)
	@mkdir -p $(@D)
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -rdynamic -o $@ $^ -lm -ldl -lvulkan

$(PEERS)/race-pocl: $(BUILD)/obj/testsuite/bench/peers/opencl.o $(PEER_PARTS)
	@mkdir -p $(@D)
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -rdynamic -o $@ $^ -lm -ldl -lOpenCL

$(PEERS)/race-ispc: $(BUILD)/obj/testsuite/bench/peers/ispc.o $(PEER_PARTS)
	@mkdir -p $(@D)
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -rdynamic -o $@ $^ -lm -ldl

# The first line of a kernel names its arguments.
define ISPC_RULE
$(PEERS)/ispc-$(1)/%.so: testsuite/bench/peers/%.ispc
	@mkdir -p $$(@D)
	$$(call SAY,ispc,$$@)
	$$(Q)$$(ISPC) $$< -O3 --opt=fast-math --pic --woff --target=$(1) -o $$(@D)/$$*.o
	$$(Q)$$(CC) -shared -o $$@ $$(@D)/$$*.o
	$$(Q)sed -n '1s|^// arguments: ||p' $$< > $$(@D)/$$*.arguments
endef
$(foreach t,$(ISPC_TARGETS),$(eval $(call ISPC_RULE,$(t))))

$(PEERS)/%.compiled: $$(FAMILY_KERNEL) testsuite/bench/peers/spirv.sh
	@mkdir -p $(@D)
	$(call SAY,glslang,$@)
	$(Q)testsuite/bench/peers/spirv.sh $< $(@D) $* && touch $@

# docs/performance.md's table and chart, of the races that bench-all ran.
.PHONY: bench-all bench-table bench-compile
bench-all:
	$(MAKE) bench
	$(MAKE) bench WAVES=8,16,32,64
	$(MAKE) bench TARGET=x86-64-v3
	$(MAKE) bench TARGET=x86-64-v2
	$(MAKE) bench BACKEND=gcc

bench-table:
	testsuite/bench/table.sh $(BENCH) docs/performance.md docs/performance.svg

# How long wavecc takes, and the C compiler behind it.
bench-compile: all
	testsuite/bench/compile.sh $(BUILD)/wavecc $(foreach f,$(FAMILIES),$(firstword $(wildcard testsuite/bench/families/$(f).hlsl samples/$(f)/$(f).hlsl)))

# How often accesses go lane by lane where the plan took another way for likely.
.PHONY: bench-rare
bench-rare: all
	@+$(SUBMAKE) race
	testsuite/bench/rare.sh $(BUILD)/wavecc $(BENCH)/bench $(RACE) $(BENCH)/rare $(foreach f,$(FAMILIES),$(f)=$(firstword $(wildcard testsuite/bench/families/$(f).hlsl samples/$(f)/$(f).hlsl)))

# ---- what is fast stays: the instructions of each kernel against testsuite/bench/guard.txt, within 3 % ----

# Counted by callgrind, which knows no AVX-512, with small sizes; of AVX-512 the loops of the machine code are counted.
# What is made of the same C by the same compiler as when the files were written is not counted again, unless EACH=1.
# BLESS=1 writes the files anew.
GUARD_COMMANDS = valgrind:valgrind objdump:binutils
GUARD         = $(BENCH)/guard
GUARD_MODULES = $(BENCH)/x86-64-v3/clang-wave-32
LOOPS_MODULES = $(BENCH)/x86-64-v4/clang-wave-32
GUARDED       = $(if $(BLESS),$(EVERY_FAMILY),$(FAMILIES))
GUARD_SUMS    = testsuite/bench/guard-made-of.txt
MADE_OF       = testsuite/bench/made_of.sh

.PHONY: bench-guard count-guarded guard guard-loops
bench-guard: COMMANDS += $(GUARD_COMMANDS)
bench-guard: all
	@mkdir -p $(GUARD)
	@$(MADE_OF) $(BUILD)/wavecc $(foreach f,$(GUARDED),$(f)=$(firstword $(wildcard testsuite/bench/families/$(f).hlsl samples/$(f)/$(f).hlsl))) > $(GUARD)/made-of.txt
	@$(MADE_OF) changed $(if $(EACH)$(BLESS),/dev/null,$(GUARD_SUMS)) $(GUARD)/made-of.txt > $(GUARD)/changed.txt
	@echo "bench-guard: $$(wc -l < $(GUARD)/changed.txt) of $(words $(GUARDED)) families are to be counted"
	@+test ! -s $(GUARD)/changed.txt || $(SUBMAKE) count-guarded GUARDED="$$(tr '\n' ' ' < $(GUARD)/changed.txt)"
	$(if $(BLESS),@cp $(GUARD)/made-of.txt $(GUARD_SUMS))

count-guarded:
	@+$(SUBMAKE) TARGET=x86-64-v3 WAVES=32 BACKEND=clang guard
	@+$(SUBMAKE) TARGET=x86-64-v4 WAVES=32 BACKEND=clang guard-loops
	@BLESS='$(BLESS)' testsuite/bench/guard.sh $(GUARD) $(GUARD_MODULES) $(LOOPS_MODULES) $(GUARDED)

guard: $(GUARD)/guard $(foreach f,$(GUARDED),$(GUARD)/$(f).so $(GUARD_MODULES)/$(f).so)
	@:

guard-loops: $(foreach f,$(GUARDED),$(LOOPS_MODULES)/$(f).so)
	@:

$(GUARD)/guard: $(BUILD)/obj/testsuite/bench/guard.o $(BENCH_PARTS)
	@mkdir -p $(@D)
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -rdynamic -o $@ $^ -lm -ldl

$(GUARD)/%.so: $$(FAMILY_SOURCES) testsuite/bench/bench.h testsuite/samples/models.h
	@mkdir -p $(@D)
	$(call SAY,plain,$@)
	$(Q)$(CC) $(PLAIN_FLAGS) -O1 -DSMALL -o $@ $(filter %.c,$^) -lm

# What the ways of compiler/plan/way.def cost on this machine, for vectors of 16, 8 and 4 lanes.
WAYS_CC = clang -std=gnu11 -O2 -mprefer-vector-width=512 $(WARNINGS) -Wno-psabi -fno-math-errno -fno-trapping-math \
          -fwrapv -fno-strict-aliasing -Iruntime/include

.PHONY: group-orders
group-orders: COMMANDS += valgrind:valgrind
group-orders: all
	testsuite/bench/group_orders.sh $(BUILD) docs/group-order.svg

# Nothing else tells that they call functions that the runtime's headers have.
$(BUILD)/ways-compile: testsuite/bench/ways/ways.c $(wildcard runtime/include/*.h)
	$(Q)for level in 4 3 2; do $(WAYS_CC) -march=x86-64-v$$level -fsyntax-only $< || exit; done
	$(Q)touch $@

.PHONY: bench-ways
bench-ways: setup
	@mkdir -p $(BENCH)
	@for level in 4 3 2; do \
	    $(WAYS_CC) -march=x86-64-v$$level -o $(BENCH)/ways$$level testsuite/bench/ways/ways.c && \
	    $(BENCH)/ways$$level || exit; \
	done

# ---- bodies: kernels of a few lines against the same text as C++ ----

# TEST: those with that in their name; WITH: another wavecc, whose kernels take turns with these. ROW=256, TILE=16x16:
# in groups of that many threads; ENDS=1: behind a test for threads beyond the end.
BODY_FORM      = $(if $(ROW),-$(ROW))$(if $(TILE),-$(TILE))$(if $(ENDS),-ends)
BODIES         = $(BENCH)/bodies-$(TARGET)$(BODY_FORM)
BODIES_FROM    = testsuite/bench/bodies
BODY_MODULES   = $(BODIES)/$(BACKEND)-wave-$(WAVES)
BODY_WITH      = $(BODIES)/with-wave-$(WAVES)
BODY_NAMES     = $(sort $(basename $(notdir $(wildcard $(BODIES)/*.hlsl))))
BODIES_PICKED  = $(if $(TEST),$(foreach b,$(BODY_NAMES),$(if $(findstring $(TEST),$(b)),$(b))),$(BODY_NAMES))
BODY_OPTIONS   = -shared -I$(BODIES_FROM) --target=$(TARGET) --wave-size=$(WAVES) --cc=$(BACKEND)

.PHONY: bench-bodies bodies
bench-bodies: COMMANDS += g++:g++
bench-bodies: all
	@rm -rf $(BODY_WITH)
	@+$(SUBMAKE) $(BODIES)/plain.cpp
	@+$(SUBMAKE) bodies

$(BODIES)/plain.cpp: $(wildcard $(BODIES_FROM)/*.txt) $(BODIES_FROM)/make.sh
	$(Q)ROW='$(ROW)' TILE='$(TILE)' ENDS='$(ENDS)' $(BODIES_FROM)/make.sh $(BODIES) $(filter %.txt,$^)

bodies: $(BENCH)/bodies $(BODIES)/clang/plain.so $(BODIES)/gcc/plain.so \
        $(foreach b,$(BODIES_PICKED),$(BODY_MODULES)/$(b).so $(if $(WITH),$(BODY_WITH)/$(b).so))
	$(BENCH)/bodies $(ROUNDS) $(BODIES) $(BODY_MODULES) $(if $(WITH),$(BODY_WITH),-) $(if $(TEST),$(BODIES_PICKED))

$(BODIES)/clang/plain.so $(BODIES)/gcc/plain.so: $(BODIES)/%/plain.so: $(BODIES)/plain.cpp $(BODIES_FROM)/common.h $(BODIES_FROM)/plain.h
	@mkdir -p $(@D)
	$(call SAY,plain,$@)
	$(Q)$(patsubst clang,clang++,$(patsubst gcc,g++,$*)) -std=gnu++17 -O3 -march=$(TARGET) -ffast-math -w -shared -fPIC -I$(BODIES_FROM) -o $@ $<

$(BODY_MODULES)/%.so: $(BODIES)/%.hlsl $(BODIES_FROM)/common.h $(BUILD)/wavecc $(wildcard runtime/include/*.h)
	@mkdir -p $(@D)
	$(call SAY,wavecc,$@)
	$(Q)$(BUILD)/wavecc $< $(BODY_OPTIONS) -o $@

$(BODY_WITH)/%.so: $(BODIES)/%.hlsl $(BODIES_FROM)/common.h
	@mkdir -p $(@D)
	$(call SAY,wavecc,$@)
	$(Q)$(WITH) $< $(BODY_OPTIONS) -o $@

# ---- the map: patterns of access x group shapes x wave sizes x elements x masks, against plain C ----

# PATTERN (of patterns.def), MASK, ELEMENT and SHAPE: which, by commas; WAVES, TARGET, BACKEND, ROUNDS as for bench.
PATTERN  ?=
MASK     ?= all,edge,some
ELEMENT  ?= float,float2,float3,float4,half,uint64,double
SHAPE    ?= 64x1x1,256x1x1,8x8x1,16x16x1,32x8x1,4x4x4,32x1x1,16x4x1
comma    := ,
MAP       = $(BENCH)/map/$(TARGET)-$(BACKEND)-$(MAP_WAVES)-$(MASK)-$(or $(PATTERN),all)
MAP_CSV   = $(BENCH)/map.csv
MAP_WAVES = $(patsubst auto,all,$(WAVES))
SHEETS    = $(foreach e,$(subst $(comma), ,$(ELEMENT)),$(foreach s,$(subst $(comma), ,$(SHAPE)),$(e)-$(s)))
MAP_PLAIN = $(sort $(SHEETS) $(foreach s,$(SHEETS),$(firstword $(subst -, ,$(s)))))
MAP_PARTS = $(addprefix testsuite/bench/map/,kernel.hlsl plain.c map.h work.h) $(MAP)/picked.def

# What -D says of an element, and of a shape, of a file ELEMENT-SHAPE or ELEMENT.
MAP_NAMED   = ELEMENT=$(1)
MAP_float   = $(call MAP_NAMED,float) BYTES_OF=4 HAS_TEXTURES=1
MAP_float2  = $(call MAP_NAMED,float2) BYTES_OF=8 HAS_TEXTURES=1
MAP_float3  = $(call MAP_NAMED,float3) BYTES_OF=12 HAS_TEXTURES=1
MAP_float4  = $(call MAP_NAMED,float4) BYTES_OF=16 HAS_TEXTURES=1
MAP_half    = $(call MAP_NAMED,half) BYTES_OF=2 HAS_TEXTURES=1
MAP_uint64  = $(call MAP_NAMED,uint64_t) BYTES_OF=8 HAS_TEXTURES=0
MAP_double  = $(call MAP_NAMED,double) BYTES_OF=8 HAS_TEXTURES=0
MAP_ELEMENT = $(MAP_$(firstword $(subst -, ,$*)))
MAP_SIDES   = $(subst x, ,$(word 2,$(subst -, ,$*)))
MAP_SHAPE   = $(if $(MAP_SIDES),GX=$(word 1,$(MAP_SIDES)) GY=$(word 2,$(MAP_SIDES)) GZ=$(word 3,$(MAP_SIDES)))
MAP_MASKS   = $(foreach m,all edge some,HAS_$(m)=$(if $(filter $(m),$(subst $(comma), ,$(MASK))),1,0))
MAP_DEFINES = $(addprefix -D ,$(MAP_ELEMENT) $(MAP_SHAPE) $(MAP_MASKS))
MAP_CC      = $(PLAIN_FLAGS) -Wno-unused-function -Itestsuite/bench/map -I$(MAP) $(MAP_DEFINES) testsuite/bench/map/plain.c

.PHONY: bench-map map
bench-map: all
	@+$(SUBMAKE) map
	$(BENCH)/map/map $(ROUNDS) $(MAP_CSV) $(MAP) $(SHEETS)
	testsuite/bench/map/heat.sh $(MAP_CSV) $(MAP_CSV:.csv=.svg)

# A choice of its cells that takes five minutes of a core, and docs/access-map.svg of them. One that was stopped goes on
# where it was; SEED chooses others, once $(SAMPLE) is gone.
SEED            ?= 1
SAMPLE_PATTERNS ?= 5
SAMPLE           = $(BENCH)/map-sample.csv

.PHONY: bench-map-sample
bench-map-sample: all
	testsuite/bench/map/sample.sh $(SEED) $(SAMPLE_PATTERNS) $(ELEMENT) $(SHAPE) testsuite/bench/map/patterns.def $(SAMPLE) \
	    nice $(MAKE) --no-print-directory -j1 bench-map MASK=$(MASK) ROUNDS=5
	testsuite/bench/map/summary.sh $(SAMPLE) docs/access-map.svg

map: $(BENCH)/map/map $(SHEETS:%=$(MAP)/%.so) $(foreach c,clang gcc,$(MAP_PLAIN:%=$(MAP)/$(c)/%.so))
	@:

$(BENCH)/map/map: $(BUILD)/obj/testsuite/bench/map/map.o $(BENCH_PARTS)
	@mkdir -p $(@D)
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm -ldl

$(MAP)/picked.def: testsuite/bench/map/patterns.def testsuite/bench/map/pick.sh
	@mkdir -p $(@D)/clang $(@D)/gcc
	$(Q)testsuite/bench/map/pick.sh $< $(subst $(comma), ,$(PATTERN)) > $@

$(MAP)/clang/%.so: $(MAP_PARTS)
	$(call SAY,plain,$@)
	$(Q)clang $(MAP_CC) -o $@

$(MAP)/gcc/%.so: $(MAP_PARTS)
	$(call SAY,plain,$@)
	$(Q)gcc $(MAP_CC) -o $@

$(MAP)/%.so: $(MAP_PARTS) $(BUILD)/wavecc $(wildcard runtime/include/*.h)
	$(call SAY,wavecc,$@)
	$(Q)$(BUILD)/wavecc testsuite/bench/map/kernel.hlsl -shared -T cs_6_6 -enable-16bit-types -Itestsuite/bench/map -I$(MAP) \
	    $(MAP_DEFINES) --wave-size=$(MAP_WAVES) --target=$(TARGET) --cc=$(BACKEND) -o $@

# The front end alone: FRONTEND=FILE, or 200,000 functions (33 MB) made here.
FRONTEND ?= $(BENCH)/functions.hlsl

.PHONY: bench-frontend
bench-frontend: all
	@+$(SUBMAKE) $(BENCH)/frontend
	@test -e $(BENCH)/functions.hlsl || seq 200000 | sed 's|.*|float4 blend&(float4 a, uint2 b)\n{\n    float3 c = a.xyz * (float)b.x + 0.5f; // lit\n    if (b.y > 3u \&\& c.x < 1)\n        return float4(c, a.w);\n    return a;\n}|' > $(BENCH)/functions.hlsl
	$(BENCH)/frontend $(FRONTEND)

$(BENCH)/frontend: $(BUILD)/obj/testsuite/bench/frontend.o $(COMPILER_OBJECTS)
	@mkdir -p $(@D)
	$(call SAY,link,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm

# ---- the accuracy table: every STEP-th float (1: all 2^32, some 20 minutes) through the math functions ----

STEP ?= 61

accuracy: all
	@+$(SUBMAKE) $(BUILD)/accuracy
	$(BUILD)/accuracy $(STEP)

$(BUILD)/accuracy: testsuite/accuracy/accuracy.c $(wildcard runtime/include/wcc_*.h)
	$(call SAY,clang,$@)
	$(Q)clang -std=gnu11 -O2 -march=native $(WARNINGS) -Wno-psabi -fno-math-errno -fno-trapping-math -ffp-contract=fast -fwrapv \
	    -Iruntime/include -o $@ $< -lm

# ---- objects ----

$(BUILD)/obj/%.o: %.c | $(BUILD)/gen/parse.h
	@mkdir -p $(@D)
	$(call SAY,cc,$<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(BUILD)/obj/runtime/%.o: CPPFLAGS = -Iruntime -Iruntime/include -MMD -MP
$(BUILD)/obj/runtime/%.o $(BUILD)/obj/compiler/%.o $(BUILD)/obj/gen/%.o: CFLAGS += -fPIC -fvisibility=hidden
$(BUILD)/obj/runtime/run/%.o: CPPFLAGS += -Icompiler
# gcc 12 makes vectors of its loops at -O3 only.
$(BUILD)/obj/runtime/formats/rounding.o: CFLAGS += $(if $(SANITIZE),,-O3)
$(BUILD)/obj/testsuite/%.o: CPPFLAGS += -Iruntime -Iruntime/include -Itestsuite/runner -Itestsuite/fuzz -DWAVECC_BUILD='"$(BUILD)"'
$(BUILD)/obj/testsuite/%.o: CFLAGS += -ffp-contract=off
# gcc takes three times as long where it optimises; most of what these run is other programs.
ifeq ($(OPTIMIZE),-O2)
$(patsubst %,$(BUILD)/obj/testsuite/%/%.o,cli checks): OPTIMIZE = -O0
$(patsubst %,$(BUILD)/obj/testsuite/unit/%/%.o,base check emit fuzz groups ir library lower ops passes plan report runner runtime wavetest): \
    OPTIMIZE = -O0
# Of three widths of all that samples; gcc takes 26 s of CPU time for views.c, clang 8.
$(BUILD)/obj/testsuite/unit/textures/%.o: CC = clang
endif
# As kernels are compiled.
$(BUILD)/obj/testsuite/unit/lanes/%.o $(BUILD)/obj/testsuite/unit/textures/%.o: CFLAGS += -Wno-psabi -fwrapv
# Of loops that C compilers leave as they are kernels do not hear either. With sanitizers gcc takes minutes where it optimises.
$(BUILD)/obj/testsuite/unit/textures/%.o: CFLAGS += $(if $(SANITIZE),-O0,-O1) -g1 -Wno-pass-failed

$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c
	@mkdir -p $(@D)
	$(call SAY,cc,$<)
	$(Q)$(CC) $(CPPFLAGS) -Icompiler/syntax $(CFLAGS) -Wno-unused-parameter -Wno-unused-variable -Wno-unused-but-set-variable -c -o $@ $<

# The lexer and the grammar. lemon writes beside its input, so it works on a copy.
$(BUILD)/gen/lex.c: compiler/syntax/lex.re
	@mkdir -p $(@D)
	$(call SAY,re2c,$<)
	$(Q)re2c -W -Werror --no-generation-date -o $@ $<
$(BUILD)/gen/parse.c: compiler/syntax/parse.y
	@mkdir -p $(@D)
	$(call SAY,lemon,$<)
	$(Q)cp $< $(BUILD)/gen/parse.y && lemon -q -d$(BUILD)/gen $(BUILD)/gen/parse.y
$(BUILD)/gen/parse.h: $(BUILD)/gen/parse.c ;

clean:
	rm -rf build

-include $(shell find $(BUILD)/obj $(BUILD)/lint -name '*.d' 2>/dev/null)
