/* A header for C and C++ programs that run a module's kernels: a struct for each constant buffer and
 * each kind of structured element, and a function for each entry point, which binds what it is given
 * and dispatches.
 *
 *     cbuffer cbBlur { int gBlurRadius; }        typedef struct blur_cbBlur {
 *     Texture2D<float4> gInput;                      int32_t gBlurRadius;
 *     [numthreads(256, 1, 1)]                        unsigned char padding_0[12];
 *     void HorzBlurCS(...)                 ->    } blur_cbBlur;
 *                                                typedef struct blur_HorzBlurCS_bindings {
 *                                                    const blur_cbBlur *cbBlur;
 *                                                    const WccResource *gInput;
 *                                                } blur_HorzBlurCS_bindings;
 *                                                WccStatus blur_HorzBlurCS(runtime, bindings, x, y, z) */
#include "emit_priv.h"

typedef struct Told {
    const char *name;
    const IrResourceInfo *info;
} Told;

typedef struct Header {
    Text *out;
    const EmitModule *module;
    Arena *arena;
    VEC(Told) structs;    /* that are there */
    const char **members; /* of bindings, by resource */
    const char **functions, **bindings; /* by entry point */
} Header;

static bool is_cbuffer(const IrResourceInfo *info)
{
    return info->resource->shape == IR_SHAPE_CBUFFER;
}

/* Heaps are bound by the names that --list shows, and so are arrays without end. */
static bool has_name(const IrResourceInfo *info)
{
    return strchr(info->resource->name, '<') == NULL && info->resource->array_count != UINT32_MAX;
}

/* "$Globals": "Globals"; "A<int>::b": "A_int___b". */
static const char *c_name(Arena *arena, const char *name, int length)
{
    Text text = {0};
    int skipped = name[0] == '$';
    emit_member_name(&text, name + skipped, length - skipped);
    const char *copy = arena_copy_text(arena, text.bytes, text.length);
    text_free(&text);
    return copy;
}

static const char *prefixed(Header *header, const char *name, int length)
{
    return arena_printf(header->arena, "%s_%s", header->module->name,
                        c_name(header->arena, name, length));
}

/* What the runtime declares begins with wcc_, as all of a module without a name does, and goes on
 * in small letters: wcc_main, wcc_set_f32. And each module is a variable, blur_module. */
static bool may_be_declared(const char *module, const char *name)
{
    bool is_small = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(name);
    return strcmp(name, "module") == 0 || (strcmp(module, "wcc") == 0 && is_small);
}

static const char *own_name(Header *header, const char *name, int length)
{
    const char *own = prefixed(header, name, length), *module = header->module->name;
    bool clashes = may_be_declared(module, own + strlen(module) + 1);
    return clashes ? arena_printf(header->arena, "%s_", own) : own;
}

/* The function's, or that of what it binds; of those that have names already. */
static bool is_of_entry(const Header *header, const char *name)
{
    for (int i = 0; i < header->module->entry_count; i++)
        if ((header->functions[i] != NULL && strcmp(header->functions[i], name) == 0) ||
            (header->bindings[i] != NULL && strcmp(header->bindings[i], name) == 0))
            return true;
    return false;
}

static const char *free_name(Header *header, const char *name)
{
    while (is_of_entry(header, name))
        name = arena_printf(header->arena, "%s_", name);
    return name;
}

/* Functions first: an entry point main_bindings has that name, and what main binds another. */
static void name_entries(Header *header)
{
    const EmitModule *module = header->module;
    header->functions = ARENA_ARRAY(header->arena, const char *, module->entry_count + 1);
    header->bindings = ARENA_ARRAY(header->arena, const char *, module->entry_count + 1);
    for (int i = 0; i < module->entry_count; i++) {
        const char *name = module->entries[i].name;
        header->functions[i] = free_name(header, own_name(header, name, (int)strlen(name)));
    }
    for (int i = 0; i < module->entry_count; i++) {
        const char *name = module->entries[i].name;
        const char *prefix = prefixed(header, name, (int)strlen(name));
        header->bindings[i] = free_name(header, arena_printf(header->arena, "%s_bindings", prefix));
    }
}

/* Of "RWStructuredBuffer<Light>" "blur_Light". */
static const char *element_name(Header *header, const IrResourceInfo *info)
{
    const char *open = strchr(info->type, '<');
    return open != NULL ? free_name(header, own_name(header, open + 1, (int)strlen(open + 1) - 1)) : "";
}

/* Also of an entry point or of an element: HLSL keeps these names apart. */
static bool is_taken(Header *header, const char *name)
{
    const EmitModule *module = header->module;
    if (is_of_entry(header, name))
        return true;
    for (int i = 0; i < module->reflection->resource_count; i++) {
        const IrResourceInfo *info = &module->reflection->resources[i];
        if (!is_cbuffer(info) && strcmp(element_name(header, info), name) == 0)
            return true;
    }
    return false;
}

static const char *struct_name(Header *header, const IrResourceInfo *info)
{
    if (!is_cbuffer(info))
        return element_name(header, info);
    const char *own = info->resource->name, *name = own_name(header, own, (int)strlen(own));
    return is_taken(header, name) ? arena_printf(header->arena, "%s_constants", name) : name;
}

static bool has_same_fields(const IrResourceInfo *info, const IrResourceInfo *other)
{
    bool is_same = info->field_count == other->field_count &&
                   info->resource->stride == other->resource->stride;
    for (int i = 0; is_same && i < info->field_count; i++) {
        const IrField *field = &info->fields[i], *twin = &other->fields[i];
        is_same = field->offset == twin->offset && strcmp(field->name, twin->name) == 0 &&
                  strcmp(field->type, twin->type) == 0;
    }
    return is_same;
}

static const Told *find_told(const Header *header, const char *name)
{
    for (int i = 0; i < header->structs.count; i++)
        if (strcmp(header->structs.items[i].name, name) == 0)
            return &header->structs.items[i];
    return NULL;
}

static void add_struct(Header *header, const IrResourceInfo *info)
{
    const IrResource *resource = info->resource;
    const char *name = struct_name(header, info);
    if (info->field_count == 0 || !has_name(info))
        return;
    for (const Told *told; (told = find_told(header, name)) != NULL;) {
        if (has_same_fields(info, told->info))
            return;
        name = arena_printf(header->arena, "%s_", name); /* of another namespace */
    }
    vec_push(header->arena, &header->structs, ((Told){name, info}));
    text_printf(header->out, "\n/* %s %s */\n", is_cbuffer(info) ? "cbuffer" : "an element of",
                is_cbuffer(info) ? resource->name : info->type);
    emit_struct(header->out, name, info,
                (uint32_t)(is_cbuffer(info) ? resource->size : resource->stride));
}

/* ---- entry points ---- */

static const IrResourceInfo *info_of(const Header *header, const IrResource *resource)
{
    return &header->module->reflection->resources[resource->index];
}

static const char *pointed_to(Header *header, const IrResourceInfo *info)
{
    bool has_struct = is_cbuffer(info) && info->field_count > 0;
    return has_struct ? struct_name(header, info)
           : info->register_class == 's' ? "WccSampler" : "WccResource";
}

/* "a.t" of a struct and a variable a_t are one name to C: the second gets `_`. */
static void name_members(Header *header)
{
    const IrReflection *reflection = header->module->reflection;
    header->members = ARENA_ARRAY(header->arena, const char *, reflection->resource_count + 1);
    for (int i = 0; i < reflection->resource_count; i++) {
        const char *own = reflection->resources[i].resource->name;
        const char *name = c_name(header->arena, own, (int)strlen(own));
        for (int k = 0; k < i; k++)
            if (strcmp(header->members[k], name) == 0)
                name = arena_printf(header->arena, "%s_", name);
        header->members[i] = name;
    }
}

static void add_binding(Header *header, const IrResourceInfo *info)
{
    text_printf(header->out, "    const %s *%s", pointed_to(header, info),
                header->members[info->resource->index]);
    if (info->resource->array_count > 0)
        text_printf(header->out, "[%u]", info->resource->array_count);
    text_printf(header->out, "; /* %s, %c%u */\n", info->type, info->register_class,
                info->register_index);
}

/* The function that takes what a binding points to. */
static const char *bind_call(Arena *arena, const IrResourceInfo *info, const char *name,
                             const char *member)
{
    if (is_cbuffer(info) && info->field_count > 0)
        return arena_printf(arena, "wcc_write(runtime, \"%s\", %s, sizeof *%s)", name, member,
                            member);
    return arena_printf(arena, "%s(runtime, \"%s\", %s)",
                        info->register_class == 's' ? "wcc_bind_sampler" : "wcc_bind", name,
                        member);
}

static void add_bind(Header *header, const IrResourceInfo *info)
{
    const char *name = info->resource->name;
    const char *member = header->members[info->resource->index];
    uint32_t count = info->resource->array_count;
    for (uint32_t i = 0; i < (count > 0 ? count : 1); i++) {
        const char *element = count > 0 ? arena_printf(header->arena, "[%u]", i) : "";
        const char *pointer = arena_printf(header->arena, "bindings->%s%s", member, element);
        text_printf(header->out,
                    "    if (status == WCC_OK && bindings && %s)\n"
                    "        status = %s;\n",
                    pointer,
                    bind_call(header->arena, info,
                              arena_printf(header->arena, "%s%s", name, element), pointer));
    }
}

/* Gives how many there are. */
static int each_binding(Header *header, const EmitEntry *entry,
                        void (*add)(Header *header, const IrResourceInfo *info))
{
    int count, added = 0;
    IrResource **used = emit_used_resources(header->arena, entry, &count);
    for (int i = 0; i < count; i++)
        if (has_name(info_of(header, used[i]))) {
            add(header, info_of(header, used[i]));
            added++;
        }
    return added;
}

static void add_entry(Header *header, int index)
{
    const EmitEntry *entry = &header->module->entries[index];
    const uint32_t *threads = ir_told_threads(entry->variants[0]->kernel);
    const char *name = header->functions[index], *bindings = header->bindings[index];
    text_printf(header->out,
                "\n/* What %s uses; NULL stays bound as it is, and all where there are no bindings. */\ntypedef struct %s {\n",
                entry->name, bindings);
    if (each_binding(header, entry, add_binding) == 0)
        text_printf(header->out, "    char unused; /* C has no empty structs */\n");
    text_printf(header->out,
                "} %s;\n\n"
                "/* x * y * z groups of %u x %u x %u threads; returns when all have ended. */\n"
                "static inline WccStatus %s(WccRuntime *runtime, const %s *bindings, "
                "uint32_t x, uint32_t y, uint32_t z)\n{\n"
                "    WccStatus status = WCC_OK;\n"
                "    (void)bindings;\n",
                bindings, threads[0], threads[1], threads[2], name, bindings);
    each_binding(header, entry, add_bind);
    text_printf(header->out,
                "    return status == WCC_OK ? wcc_dispatch(runtime, \"%s\", x, y, z) : status;\n"
                "}\n", entry->name);
}

/* ---- the file ---- */

static void open_header(Header *header)
{
    const char *name = header->module->name;
    text_printf(header->out,
                "/* Runs the kernels of %s_module: made by wavecc, not to be edited. */\n"
                "#ifndef WAVECC_%s_H\n#define WAVECC_%s_H\n\n"
                "#include <stddef.h>\n"
                "#if defined(__has_include) && __has_include(<wavecc/wcc_rt.h>)\n"
                "#include <wavecc/wcc_rt.h>\n#else\n#include \"wcc_rt.h\"\n#endif\n\n"
                "#ifdef __cplusplus\n"
                "#define WCC_STATIC_ASSERT static_assert\n"
                "extern \"C\" {\n#else\n"
                "#define WCC_STATIC_ASSERT _Static_assert\n#endif\n\n"
                "extern const WccModule %s_module;\n", name, name, name, name);
}

void emit_header(Text *out, const EmitModule *module)
{
    Header header = {.out = out, .module = module, .arena = arena_new("header")};
    const IrReflection *reflection = module->reflection;
    open_header(&header);
    name_members(&header);
    name_entries(&header);
    for (int i = 0; i < reflection->resource_count; i++)
        add_struct(&header, &reflection->resources[i]);
    for (int i = 0; i < module->entry_count; i++)
        add_entry(&header, i);
    text_printf(out, "\n#undef WCC_STATIC_ASSERT\n#ifdef __cplusplus\n}\n#endif\n#endif\n");
    arena_drop(header.arena);
}
