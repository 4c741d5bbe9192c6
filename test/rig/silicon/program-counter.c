/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plugin for QEMU that shows which instructions run: it writes the address of one in some hundred, at random
 * distances, to a ring in a file that others read. A reader who takes the entries in order samples in the core's own
 * time, so an instruction counts the same whether the emulator takes long for it or not. The number of instructions so
 * far is in the last word of the memory, for programs and for readers of its file.
 *
 *     -plugin program-counter.so,ring=FILE,memory=FILE
 */
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * The used part of QEMU's interface to plugins, versions 1 and 2: no package of Debian has its
 * header.
 */
typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info_t;
enum { NO_REGISTERS };
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t,
                                           void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, void (*)(unsigned, void *),
                                            int flags, void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);

#define EXPORTED __attribute__((visibility("default")))
#define ENTRIES 65536
/* Twice the mean distance, in instructions. */
#define SPREAD 600

struct ring {
    _Atomic uint32_t written;
    uint32_t entries[ENTRIES];
};

EXPORTED int qemu_plugin_version = 1;
static struct ring *ring;
static volatile uint32_t *counter;
static uint32_t left = SPREAD, random_state = 0x9e3779b9;

static void executed(unsigned vcpu, void *address)
{
    (void)vcpu;
    ++*counter;
    if (--left != 0) return;
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    left = 1 + random_state % SPREAD;
    uint32_t written = atomic_load_explicit(&ring->written, memory_order_relaxed);
    ring->entries[written % ENTRIES] = (uint32_t)(uintptr_t)address;
    atomic_store_explicit(&ring->written, written + 1, memory_order_release);
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    (void)id;
    for (size_t at = 0; at < qemu_plugin_tb_n_insns(block); ++at) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, at);
        void *address = (void *)(uintptr_t)qemu_plugin_insn_vaddr(instruction);
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, executed, NO_REGISTERS, address);
    }
}

/* Maps the file that an argument names, with a size if it has none yet. */
static void *map(const char *argument, const char *key, size_t *size)
{
    size_t length = strlen(key);
    if (strncmp(argument, key, length) != 0) return NULL;
    int file = open(argument + length, O_RDWR | O_CREAT, 0600);
    struct stat found;
    if (file < 0 || (*size != 0 && ftruncate(file, (off_t)*size) != 0) || fstat(file, &found) != 0)
        return NULL;
    *size = (size_t)found.st_size;
    void *mapped = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return mapped == MAP_FAILED ? NULL : mapped;
}

EXPORTED int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc,
                                 char **argv)
{
    (void)info;
    size_t ring_size = sizeof *ring, memory_size = 0;
    if (argc != 2) return 1;
    ring = map(argv[0], "ring=", &ring_size);
    char *memory = map(argv[1], "memory=", &memory_size);
    if (ring == NULL || memory == NULL) return 1;
    counter = (volatile uint32_t *)(memory + memory_size - sizeof *counter);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
