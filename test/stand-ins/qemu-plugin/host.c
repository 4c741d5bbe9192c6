/*
 * A stand-in for QEMU: loads a plugin, compares versions as QEMU does, and translates and executes a
 * few instructions that standard input lists as `ADDRESS [PLACE]`.
 *
 *     host PLUGIN MOST ARGUMENT...
 *
 * MOST is the version of the interface; from 2 on, no older one is accepted. From 3 on, code is copied.
 * The code of an instruction is its address.
 */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*executed)(unsigned, void *);
typedef void (*accessed)(unsigned, uint32_t, uint64_t, void *);
struct instruction {
    uint64_t address;
    executed execute;
    void *data;
    accessed access;
};
static struct instruction *s_current;
static int s_version;
static void (*s_translate)(uint64_t, void *);
static void (*s_end)(uint64_t, void *);

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*callback)(uint64_t, void *))
{
    (void)id;
    s_translate = callback;
}
void qemu_plugin_register_vcpu_insn_exec_cb(struct instruction *insn, executed callback, int flags,
                                            void *data)
{
    (void)flags;
    insn->execute = callback;
    insn->data = data;
}
void qemu_plugin_register_vcpu_mem_cb(struct instruction *insn, accessed callback, int flags,
                                      int which, void *data)
{
    (void)flags;
    (void)which;
    (void)data;
    insn->access = callback;
}
void qemu_plugin_register_atexit_cb(uint64_t id, void (*callback)(uint64_t, void *), void *data)
{
    (void)id;
    (void)data;
    s_end = callback;
}
size_t qemu_plugin_tb_n_insns(const void *block)
{
    (void)block;
    return 1;
}
void *qemu_plugin_tb_get_insn(const void *block, size_t index)
{
    (void)block;
    (void)index;
    return s_current;
}
uint64_t qemu_plugin_insn_vaddr(const struct instruction *insn) { return insn->address; }
size_t qemu_plugin_insn_size(const struct instruction *insn)
{
    (void)insn;
    return sizeof(uint32_t);
}
uintptr_t qemu_plugin_insn_data(const struct instruction *insn, void *place, size_t size)
{
    if (s_version < 3) return (uintptr_t)&insn->address;
    memcpy(place, &insn->address, size);
    return size;
}
void qemu_plugin_reset(uint64_t id, void (*callback)(uint64_t))
{
    s_translate = NULL;
    s_end = NULL;
    callback(id);
}
#ifdef QEMU_9
void *qemu_plugin_scoreboard_new(size_t size)
{
    (void)size;
    return NULL;
}
#endif

int main(int argc, char **argv)
{
    if (argc < 3) return 2;
    void *plugin = dlopen(argv[1], RTLD_NOW);
    if (!plugin) return fprintf(stderr, "%s\n", dlerror()), 2;
    const int version = *(int *)dlsym(plugin, "qemu_plugin_version");
    const int most = atoi(argv[2]), least = most >= 2 ? 2 : 0;
    printf("version %d\n", version);
    if (version < least || version > most) return 3;
    s_version = most;
    const struct {
        const char *target;
        int oldest, current;
    } description = {"arm", least, most};
    int (*install)(uint64_t, const void *, int, char **) =
        (int (*)(uint64_t, const void *, int, char **))dlsym(plugin, "qemu_plugin_install");
    if (install(1, &description, argc - 3, argv + 3)) return 4;
    unsigned long long address, place;
    int words;
    char line[80];
    while (fgets(line, sizeof line, stdin) &&
           (words = sscanf(line, "%llx %llx", &address, &place)) > 0) {
        struct instruction insn = {.address = address};
        s_current = &insn;
        s_translate(1, NULL);
        if (insn.execute) insn.execute(0, insn.data);
        if (words > 1 && insn.access) {
            insn.access(0, 0, place, NULL);
            insn.access(0, 0, place + 4, NULL);
        }
    }
    s_end(1, NULL);
    return 0;
}
