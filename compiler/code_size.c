/* The machine code of each kernel: the module of that kernel alone, with what of the runtime's
 * headers it takes, goes through the C compiler as for -c, and the object's executable sections are
 * counted. What several kernels of one module would share so counts for each. */
#include "code_size.h"

#include <elf.h>
#include <unistd.h>

#include "compile_c.h"

static bool is_within(Slice object, uint64_t offset, uint64_t size)
{
    return offset <= object.length && size <= object.length - offset;
}

int64_t code_size_of_object(Slice object)
{
    Elf64_Ehdr header;
    int64_t bytes = 0;
    if (object.length < sizeof header)
        return -1;
    memcpy(&header, object.text, sizeof header);
    bool is_elf = memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
                  header.e_ident[EI_CLASS] == ELFCLASS64 &&
                  header.e_ident[EI_DATA] == ELFDATA2LSB &&
                  header.e_shentsize == sizeof(Elf64_Shdr);
    if (!is_elf || !is_within(object, header.e_shoff,
                              (uint64_t)header.e_shnum * sizeof(Elf64_Shdr)))
        return -1;
    for (int i = 0; i < header.e_shnum; i++) {
        Elf64_Shdr section;
        memcpy(&section, object.text + header.e_shoff + (size_t)i * sizeof section, sizeof section);
        bool is_code = (section.sh_flags & SHF_EXECINSTR) != 0 && section.sh_type != SHT_NOBITS;
        if (is_code && !is_within(object, section.sh_offset, section.sh_size))
            return -1;
        bytes += is_code ? (int64_t)section.sh_size : 0;
    }
    return bytes;
}

/* The same, of whose kernels there is one. */
static Pipeline only_kernel(const Pipeline *pipeline, int index)
{
    Pipeline alone = *pipeline;
    alone.plans = alone.joined_plans = (PlanList){0};
    vec_push(pipeline->module, &alone.plans, pipeline->plans.items[index]);
    vec_push(pipeline->module, &alone.joined_plans, pipeline->joined_plans.items[index]);
    return alone;
}

static int find_code_size(const Pipeline *pipeline, int index, ReportCode *code)
{
    Pipeline alone = only_kernel(pipeline, index);
    EmitModule module = pipeline_emit_module(&alone);
    Options options = *pipeline->options;
    Text c = {0}, object = {0};
    bool is_late = false;
    options.emit = EMIT_OBJECT;
    options.output = NULL;
    options.object = &object;
    options.is_late = &is_late;
    emit_module(&c, &module);
    int status = compile_c(&options, &c);
    if (status == EXIT_DONE)
        code->bytes = code_size_of_object((Slice){object.bytes, object.length});
    text_free(&object);
    text_free(&c);
    return is_late ? EXIT_DONE : status;
}

int code_sizes_find(const Pipeline *pipeline, const ReportCode **codes)
{
    const Options *options = pipeline->options;
    Arena *arena = pipeline->module;
    int count = pipeline->plans.count, status = EXIT_DONE;
    CompileCInputs inputs = compile_c_inputs(arena, options);
    ReportCode *found = ARENA_ARRAY(arena, ReportCode, count + 1);
    *codes = options->no_code_size ? NULL : found;
    for (int i = 0; i < count && *codes != NULL && status == EXIT_DONE; i++) {
        found[i] = (ReportCode){-1, inputs.name, options->target->name, options->optimisation};
        if (inputs.compiler != NULL && access(inputs.compiler, X_OK) == 0)
            status = find_code_size(pipeline, i, &found[i]);
    }
    return status;
}
