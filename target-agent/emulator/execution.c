/*
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A plugin for QEMU that records which instructions are executed in the windows of an agent.
 *
 *     qemu-system-arm -plugin file=execution.so,marks=FILE,out=FILE ...
 *
 * Each line of `marks` is a kind and an address in hexadecimal: `o` reads the clock to open a window,
 * `c` to close one, `s` stores a value, `b` begins an operation, `e` ends one, `w` writes a thread's
 * registers to its stack, `r` reads them; `k` is one or the other, or nothing, as the instruction is an
 * Arm one that stores or loads many registers. A stretch reaches from the first `o` to the last `c`
 * before an `s`. It consists of the addresses that were executed, and of 4 n + 1 behind a `w` and
 * 4 n + 3 behind an `r`, where n numbers their slots in memory within the stretch.
 *
 * `out` consists of 32-bit words in the host's order: MAGIC; the number of distinct stretches, and
 * each as its length and its words; the length of the order, and the order: the index of each
 * stretch, and OPERATION where one begins; the length of the code, and the code: each address in a
 * stretch and the word there, as a kernel writes its own code when it boots; MAGIC again, so that a
 * reader notices a cut.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* The part of QEMU's plugin interface in use. Versions 1 and 2 have it in common. */

typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum { NO_REGISTERS = 0 };
enum { READS_AND_WRITES = 3 };
typedef void (*qemu_translated)(qemu_plugin_id_t, struct qemu_plugin_tb *);
typedef void (*qemu_executed)(unsigned, void *);
typedef void (*qemu_accessed)(unsigned, qemu_plugin_meminfo_t, uint64_t, void *);
typedef void (*qemu_ended)(qemu_plugin_id_t, void *);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, qemu_translated);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, qemu_executed, int, void *);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *, qemu_accessed, int, int, void *);
typedef void (*qemu_reset)(qemu_plugin_id_t);
void qemu_plugin_reset(qemu_plugin_id_t, qemu_reset);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, qemu_ended, void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *);
/* From version 3 on it copies; before, it returns the place and ignores the other arguments. */
uintptr_t qemu_plugin_insn_data(const struct qemu_plugin_insn *, void *, size_t);
/* Only QEMU 9 and later have it. */
__attribute__((weak)) void *qemu_plugin_scoreboard_new(size_t);

/** The interface's version, which QEMU compares with its own. */
EXPORT int qemu_plugin_version = 1;

/** Asks for version 2 where QEMU has it, since such a QEMU accepts no older one. */
__attribute__((constructor)) static void choose_version(void)
{
    if (qemu_plugin_scoreboard_new) qemu_plugin_version = 2;
}

#define MAGIC 0x31585943u
#define OPERATION UINT32_MAX
#define MOST_PLACES 64u
#define MOST_STEPS ((size_t)1 << 26)
#define COPIES_CODE 3
#define MANY_REGISTERS 8

/** Words that grow. */
typedef struct {
    uint32_t *words;
    size_t count;
    size_t capacity;
} list;

static void *checked(void *memory)
{
    if (memory) return memory;
    fprintf(stderr, "qemu: the execution plugin has no memory left\n");
    exit(1);
}

static void add(list *to, uint32_t word)
{
    if (to->count == to->capacity) {
        to->capacity = to->capacity ? 2 * to->capacity : 4096;
        to->words = checked(realloc(to->words, to->capacity * sizeof *to->words));
    }
    to->words[to->count++] = word;
}

/* Distinct stretches, found by a hash. */

static list *s_stretches;
static uint64_t *s_hashes;
static uint32_t s_stretch_count;
static uint32_t *s_table; /* indices plus 1 */
static uint32_t s_table_size;
static list s_order;

static uint64_t compute_hash(const uint32_t *words, size_t count)
{
    uint64_t hash = count;
    for (size_t i = 0; i < count; ++i) {
        hash = (hash ^ words[i]) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return hash;
}

static uint32_t *find_slot(uint64_t hash, const uint32_t *words, size_t count)
{
    for (uint32_t at = (uint32_t)hash;; ++at) {
        uint32_t *slot = &s_table[at & (s_table_size - 1)];
        if (!*slot) return slot;
        const list *known = &s_stretches[*slot - 1];
        if (s_hashes[*slot - 1] == hash && known->count == count &&
            !memcmp(known->words, words, count * sizeof *words))
            return slot;
    }
}

static void enlarge_table(void)
{
    s_table_size = s_table_size ? 2 * s_table_size : 1024;
    free(s_table);
    s_table = checked(calloc(s_table_size, sizeof *s_table));
    s_stretches = checked(realloc(s_stretches, s_table_size * sizeof *s_stretches));
    s_hashes = checked(realloc(s_hashes, s_table_size * sizeof *s_hashes));
    for (uint32_t i = 0; i < s_stretch_count; ++i)
        *find_slot(s_hashes[i], s_stretches[i].words, s_stretches[i].count) = i + 1;
}

static void keep(const uint32_t *words, size_t count)
{
    if (2 * (s_stretch_count + 1) > s_table_size) enlarge_table();
    const uint64_t hash = compute_hash(words, count);
    uint32_t *slot = find_slot(hash, words, count);
    if (!*slot) {
        list *own = &s_stretches[s_stretch_count];
        *own = (list){checked(malloc(count * sizeof *words)), count, count};
        memcpy(own->words, words, count * sizeof *words);
        s_hashes[s_stretch_count] = hash;
        *slot = ++s_stretch_count;
    }
    add(&s_order, *slot - 1);
}

/* The code, by address. */

typedef struct {
    uint32_t address;
    uint32_t word;
    enum { FREE, TRANSLATED, WRITTEN } state;
} code;

static code *s_codes;
static uint32_t s_code_count;
static uint32_t s_codes_size;
static bool s_copies_code;

static code *code_at(uint32_t address)
{
    for (uint32_t at = (address >> 1) * 0x9E3779B1u;; ++at) {
        code *found = &s_codes[at & (s_codes_size - 1)];
        if (found->state == FREE || found->address == address) return found;
    }
}

static void enlarge_codes(void)
{
    code *const before = s_codes;
    const uint32_t size = s_codes_size;
    s_codes_size = size ? 2 * size : 1u << 16;
    s_codes = checked(calloc(s_codes_size, sizeof *s_codes));
    for (uint32_t i = 0; i < size; ++i)
        if (before[i].state != FREE) *code_at(before[i].address) = before[i];
    free(before);
}

/** The latest code of an address counts. */
static void keep_code(uint32_t address, uint32_t word)
{
    if (2 * (s_code_count + 1) > s_codes_size) enlarge_codes();
    code *const own = code_at(address);
    if (own->state == FREE) ++s_code_count;
    *own = (code){address, word, TRANSLATED};
}

static uint32_t read_word(const struct qemu_plugin_insn *insn)
{
    uint32_t word = 0;
    size_t size = qemu_plugin_insn_size(insn);
    if (size > sizeof word) size = sizeof word;
    const uintptr_t place = qemu_plugin_insn_data(insn, &word, size);
    if (!s_copies_code) memcpy(&word, (const void *)place, size);
    return word;
}

/* The stretch in progress. */

static qemu_plugin_id_t s_id;
static bool s_watching;  /* every instruction */
static bool s_measuring; /* within an operation */
static bool s_recording;
static list s_steps;
static size_t s_closed; /* steps up to the last closing */
static uint64_t s_places[MOST_PLACES];
static uint32_t s_place_count;
static uint32_t s_switch; /* 1 or 3 until its first access */

/** An opening without a value does not fill the memory. */
static void on_executed(unsigned cpu, void *address)
{
    (void)cpu;
    if (s_steps.count >= MOST_STEPS) s_recording = false;
    if (s_recording) add(&s_steps, (uint32_t)(uintptr_t)address);
}

static void on_opened(unsigned cpu, void *address)
{
    if (s_measuring && !s_recording) {
        s_steps.count = s_closed = s_place_count = 0;
        s_recording = true;
    }
    on_executed(cpu, address);
}

static void on_closed(unsigned cpu, void *address)
{
    on_executed(cpu, address);
    if (s_recording) s_closed = s_steps.count;
}

static void on_stored(unsigned cpu, void *address)
{
    if (s_recording && s_closed) {
        keep(s_steps.words, s_closed);
        s_recording = false;
    }
    on_executed(cpu, address);
}

static void watch(qemu_plugin_id_t id);

/** Long before the operation's first window. */
static void on_began(unsigned cpu, void *address)
{
    if (!s_watching) qemu_plugin_reset(s_id, watch);
    s_watching = true;

    (void)cpu;
    (void)address;
    s_recording = false;
    s_measuring = true;
    add(&s_order, OPERATION);
}

static void on_left(unsigned cpu, void *address)
{
    (void)cpu;
    (void)address;
    s_recording = s_measuring = false;
}

static void on_saved(unsigned cpu, void *address)
{
    on_executed(cpu, address);
    s_switch = s_recording ? 1 : 0;
}

static void on_restored(unsigned cpu, void *address)
{
    on_executed(cpu, address);
    s_switch = s_recording ? 3 : 0;
}

/** Only the first of the instruction's accesses identifies the thread. */
static void on_accessed(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t place, void *data)
{
    (void)cpu;
    (void)info;
    (void)data;
    if (!s_switch) return;
    uint32_t number = 0;
    while (number < s_place_count && s_places[number] != place) ++number;
    if (number == s_place_count && number < MOST_PLACES) s_places[s_place_count++] = place;
    add(&s_steps, 4 * number + s_switch);
    s_switch = 0;
}

/* Marks, sorted by their addresses. */

typedef struct {
    uint32_t address;
    char kind;
} mark;

static mark *s_marks;
static size_t s_mark_count;

static int by_address(const void *a, const void *b)
{
    const uint32_t one = ((const mark *)a)->address, other = ((const mark *)b)->address;
    return one < other ? -1 : one > other;
}

static bool read_marks(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) return false;
    mark next;
    while (fscanf(file, " %c %x", &next.kind, &next.address) == 2) {
        s_marks = checked(realloc(s_marks, (s_mark_count + 1) * sizeof *s_marks));
        s_marks[s_mark_count++] = next;
    }
    fclose(file);
    qsort(s_marks, s_mark_count, sizeof *s_marks, by_address);
    return s_mark_count > 0;
}

static char kind_at(uint32_t address)
{
    const mark wanted = {address, 0};
    const mark *found = bsearch(&wanted, s_marks, s_mark_count, sizeof wanted, by_address);
    return found ? found->kind : 0;
}

static qemu_executed choose_callback(char kind)
{
    switch (kind) {
        case 'o': return on_opened;
        case 'c': return on_closed;
        case 's': return on_stored;
        case 'b': return on_began;
        case 'e': return on_left;
        case 'w': return on_saved;
        case 'r': return on_restored;
        default: return on_executed;
    }
}

/** The kind of a mark `k`: LDM and STM differ in one bit. */
static char classify_switch(uint32_t word)
{
    const bool is_multiple = (word & 0x0E000000u) == 0x08000000u;
    if (!is_multiple || __builtin_popcount(word & 0xFFFFu) < MANY_REGISTERS) return 0;
    return word & 0x00100000u ? 'r' : 'w';
}

/** Before the first operation nothing counts but its beginning: a system takes a while to boot. */
static void on_translated_before(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    (void)id;
    const size_t count = qemu_plugin_tb_n_insns(block);
    for (size_t i = 0; i < count; ++i) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(block, i);
        if (kind_at((uint32_t)qemu_plugin_insn_vaddr(insn)) == 'b')
            qemu_plugin_register_vcpu_insn_exec_cb(insn, on_began, NO_REGISTERS, NULL);
    }
}

static void on_translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    (void)id;
    const size_t count = qemu_plugin_tb_n_insns(block);
    for (size_t i = 0; i < count; ++i) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(block, i);
        const uint32_t address = (uint32_t)qemu_plugin_insn_vaddr(insn);
        const uint32_t word = read_word(insn);
        const char mark = kind_at(address);
        const char kind = mark == 'k' ? classify_switch(word) : mark;
        keep_code(address, word);
        void *data = (void *)(uintptr_t)address;
        qemu_plugin_register_vcpu_insn_exec_cb(insn, choose_callback(kind), NO_REGISTERS, data);
        if (kind == 'w' || kind == 'r')
            qemu_plugin_register_vcpu_mem_cb(insn, on_accessed, NO_REGISTERS, READS_AND_WRITES,
                                             NULL);
    }
}

/* The file. */

static FILE *s_out;

static void write_words(const uint32_t *words, size_t count)
{
    if (count) fwrite(words, sizeof *words, count, s_out);
}

static void write_list(const list *from)
{
    const uint32_t count = (uint32_t)from->count;
    write_words(&count, 1);
    write_words(from->words, from->count);
}

/** Addresses are even; odd steps are switches. */
static void write_code(void)
{
    list words = {0};
    for (uint32_t i = 0; i < s_stretch_count; ++i) {
        for (size_t step = 0; step < s_stretches[i].count; ++step) {
            const uint32_t address = s_stretches[i].words[step];
            code *const own = code_at(address);
            if (own->state != TRANSLATED) continue;
            add(&words, address);
            add(&words, own->word);
            own->state = WRITTEN;
        }
    }
    write_list(&words);
}

static void on_ended(qemu_plugin_id_t id, void *data)
{
    (void)id;
    (void)data;
    const uint32_t magic = MAGIC;
    write_words(&magic, 1);
    write_words(&s_stretch_count, 1);
    for (uint32_t i = 0; i < s_stretch_count; ++i) write_list(&s_stretches[i]);
    write_list(&s_order);
    if (s_codes_size == 0) enlarge_codes();
    write_code();
    write_words(&magic, 1);
    fclose(s_out);
}

/** All code is translated again after a reset. */
static void watch(qemu_plugin_id_t id)
{
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translated);
    qemu_plugin_register_atexit_cb(id, on_ended, NULL);
}

static const char *find_value(const char *key, int argc, char **argv)
{
    const size_t length = strlen(key);
    for (int i = 0; i < argc; ++i)
        if (!strncmp(argv[i], key, length) && argv[i][length] == '=') return argv[i] + length + 1;
    return "";
}

/** The beginning of QEMU's description of itself, which all versions have in common. */
typedef struct {
    const char *target;
    struct {
        int oldest;
        int current;
    } version;
} qemu_description;

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_description *info, int argc,
                               char **argv)
{
    s_copies_code = info->version.current >= COPIES_CODE;
    if (!read_marks(find_value("marks", argc, argv))) {
        fprintf(stderr, "qemu: the execution plugin found no marks\n");
        return 1;
    }
    s_out = fopen(find_value("out", argc, argv), "wb");
    if (!s_out) {
        fprintf(stderr, "qemu: the execution plugin cannot write its file\n");
        return 1;
    }
    s_id = id;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translated_before);
    qemu_plugin_register_atexit_cb(id, on_ended, NULL);
    return 0;
}
