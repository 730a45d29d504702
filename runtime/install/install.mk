# make install PREFIX=/usr/local DESTDIR=: programs, libraries, headers, pkg-config and CMake
# packages, man pages, completions. make uninstall PREFIX= DESTDIR= takes them away. What is installed
# may be moved: wavecc finds its headers and library beside itself, and the packages theirs.

VERSION  := $(shell sed -n 's/^\#define WAVECC_VERSION "\(.*\)"/\1/p' compiler/version.h)
SONAME    = lib$(1).so.$(firstword $(subst ., ,$(VERSION)))
LIBRARIES = wavecc wavecc_rt
PREFIX   ?= /usr/local
DESTDIR  ?=
PROGRAMS  = wavecc wavetest
MADE      = $(BUILD)/install

# mode:from:to, to below the prefix
INSTALLED = $(foreach p,$(PROGRAMS),755:$(BUILD)/$(p):bin/$(p)) \
            755:$(BUILD)/wavecc-run:bin/wavecc-run \
            $(if $(MPI_LIBRARY),755:$(BUILD)/wavetest-mpi:bin/wavetest-mpi) \
            $(foreach l,$(LIBRARIES),644:$(BUILD)/lib$(l).a:lib/lib$(l).a \
                755:$(BUILD)/lib$(l).so:lib/lib$(l).so.$(VERSION) \
                644:$(MADE)/$(l).pc:lib/pkgconfig/$(l).pc) \
            $(foreach l,$(MPI_LIBRARY),644:$(l):lib/$(notdir $(l)) 644:$(l).link:lib/$(notdir $(l)).link) \
            644:compiler/library/wavecc.h:include/wavecc/wavecc.h \
            $(foreach h,$(wildcard runtime/include/*.h),644:$(h):include/wavecc/$(notdir $(h))) \
            $(foreach h,$(wildcard runtime/hlsl/wavecc/*.hlsli),644:$(h):share/wavecc/hlsl/wavecc/$(notdir $(h))) \
            644:runtime/gdb/wavecc-gdb.py:share/wavecc/gdb/wavecc-gdb.py \
            644:runtime/install/wavecc-config.cmake:lib/cmake/wavecc/wavecc-config.cmake \
            $(foreach f,pyproject.toml backend.py $(patsubst runtime/python/%,%,$(wildcard runtime/python/wavecc/*.py)),\
                644:runtime/python/$(f):share/wavecc/python/$(f)) \
            644:$(MADE)/wavecc-config-version.cmake:lib/cmake/wavecc/wavecc-config-version.cmake \
            $(foreach p,$(PROGRAMS) wavecc-run,644:$(MADE)/$(p).1:share/man/man1/$(p).1) \
            $(foreach p,$(PROGRAMS),644:$(MADE)/$(p).bash:share/bash-completion/completions/$(p)) \
            $(foreach p,$(PROGRAMS),644:$(MADE)/$(p).zsh:share/zsh/site-functions/_$(p)) \
            $(foreach p,$(PROGRAMS),644:$(MADE)/$(p).fish:share/fish/vendor_completions.d/$(p).fish) \
            $(foreach d,README.md CHANGELOG.md LICENSE $(wildcard docs/*),644:$(d):share/doc/wavecc/$(d))
LINKS     = $(foreach l,$(LIBRARIES),lib/$(call SONAME,$(l)) lib/lib$(l).so)
FOLDERS   = include/wavecc share/wavecc/python/wavecc share/wavecc/python \
            share/wavecc/hlsl/wavecc share/wavecc/hlsl share/wavecc/gdb share/wavecc lib/cmake/wavecc share/doc/wavecc/docs share/doc/wavecc

WHERE     = $(DESTDIR)$(PREFIX)
TARGETS_OF = $(foreach i,$(INSTALLED),$(lastword $(subst :, ,$(i)))) $(LINKS)
MADE_FILES = $(sort $(filter $(MADE)/%,$(subst :, ,$(INSTALLED))))

.PHONY: install uninstall test-install
install: COMMANDS += help2man:help2man
install: all
	@$(SUBMAKE) -s $(MADE_FILES)
	@set -e; for file in $(INSTALLED); do \
	    mode=$${file%%:*} to=$${file##*:} from=$${file#*:}; from=$${from%:*}; \
	    install -D -m "$$mode" "$$from" "$(WHERE)/$$to"; \
	done; \
	for link in $(LINKS); do \
	    library=$${link#lib/}; ln -sf "$${library%%.*}.so.$(VERSION)" "$(WHERE)/$$link"; \
	done
	@echo 'wavecc $(VERSION) is in $(WHERE)'

uninstall:
	@for file in $(TARGETS_OF); do rm -f "$(WHERE)/$$file"; done
	@for folder in $(FOLDERS); do rmdir "$(WHERE)/$$folder" 2>/dev/null || true; done

# In folders of its own: projects that use what is installed, moved to where it was not installed to.
INSTALL_TEST = BUILD=$(BUILD) sh testsuite/install/install_test.sh
INSTALL_TEST_COMMANDS = help2man:help2man pip:python3-pip cmake:cmake pkg-config:pkg-config zsh:zsh fish:fish g++:g++
test-install: COMMANDS += $(INSTALL_TEST_COMMANDS)
test-install: all
	@$(INSTALL_TEST)

# ---- what is made for it ----

$(LIBRARIES:%=$(MADE)/%.pc) $(MADE)/wavecc-config-version.cmake: $(MADE)/%: runtime/install/%.in compiler/version.h
	@mkdir -p $(@D)
	$(Q)sed 's/@VERSION@/$(VERSION)/g' $< > $@

$(MADE)/%.1: $(BUILD)/% runtime/install/%.h2m
	@mkdir -p $(@D)
	$(Q)help2man --no-info --include=runtime/install/$*.h2m --output=$@ $(NAMED_$*) $<
NAMED_wavecc-run = --version-string='wavecc run $(VERSION)'

$(MADE)/%.bash $(MADE)/%.zsh $(MADE)/%.fish: $(BUILD)/% runtime/install/completions.awk
	@mkdir -p $(@D)
	$(Q)for shell in bash zsh fish; do \
	    { $< --help; $(MORE_HELP_$*) } | awk -v shell=$$shell -v program=$* -f runtime/install/completions.awk > $(MADE)/$*.$$shell; done
MORE_HELP_wavecc = echo '== run'; $(BUILD)/wavecc-run --help;
$(MADE)/wavecc.bash $(MADE)/wavecc.zsh $(MADE)/wavecc.fish: $(BUILD)/wavecc-run
