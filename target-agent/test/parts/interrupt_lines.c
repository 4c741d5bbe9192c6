#include "interrupt.h"

#include "check.h"

#define LINES 96u
#define TABLE 0x08000000u
#define HANDLER_PRIORITY 0x20u

/* Addresses of the registers, in words. */
enum {
    ICTR = 0x004 / 4,
    SET_ENABLED = 0x100 / 4,
    CLEAR_ENABLED = 0x180 / 4,
    SET_PENDING = 0x200 / 4,
    CLEAR_PENDING = 0x280 / 4,
    PRIORITY = 0x400 / 4,
    VTOR = 0xD08 / 4,
    CCR = 0xD14 / 4,
    ICIMVAU = 0xF58 / 4,
    DCCMVAC = 0xF68 / 4,
};

static struct {
    uint32_t registers[0x400];
    uint32_t enabled[3];
    uint32_t pending[3];
    uint32_t missing[3]; /* lines that are not implemented */
    uint32_t vectors[16 + LINES];
    uint32_t own_table; /* the vector table that the core uses */
    uint32_t cleaned;   /* lines of the cache */
    bool fixed_table;   /* this core's table cannot be moved */
    bool is_masked;
    uint32_t masked_moves;
    uint32_t moves;
} s_core;

static void handler(void) {}

static uint32_t to_vector(void (*function)(void)) { return (uint32_t)(uintptr_t)function; }

/*
 * Writing a one sets or clears, and zero has no effect; set bits are read from the register that
 * sets them.
 */
static void settle_bits(uint32_t set, uint32_t clear, uint32_t *state)
{
    for (uint32_t word = 0; word < 3; ++word) {
        uint32_t *const setting = &s_core.registers[set + word];
        uint32_t *const clearing = &s_core.registers[clear + word];
        state[word] |= *setting;
        state[word] &= ~*clearing;
        *setting = state[word];
        *clearing = 0;
    }
}

static void settle_table(void)
{
    uint32_t *const table = &s_core.registers[VTOR];
    if (s_core.fixed_table) *table = TABLE;
    if (*table == s_core.own_table) return;
    s_core.own_table = *table;
    s_core.moves += 1;
    if (s_core.is_masked) s_core.masked_moves += 1;
}

uintptr_t fake_interrupt_registers(void)
{
    settle_bits(SET_ENABLED, CLEAR_ENABLED, s_core.enabled);
    settle_bits(SET_PENDING, CLEAR_PENDING, s_core.pending);
    settle_table();
    for (uint32_t line = 0; line < LINES; ++line) {
        const uint32_t byte = 0xFFu << line % 4 * 8;
        const bool missing = s_core.missing[line / 32] >> line % 32 & 1u;
        if (missing) s_core.registers[PRIORITY + line / 4] &= ~byte;
    }
    if (s_core.registers[DCCMVAC]) s_core.cleaned += 1;
    s_core.registers[DCCMVAC] = 0;
    return (uintptr_t)s_core.registers;
}

const uint32_t *fake_vectors_at(uint32_t address)
{
    CHECK_EQUAL(address, TABLE);
    return s_core.vectors;
}

uint32_t cyclescope_core_mask(void)
{
    s_core.is_masked = true;
    return 0;
}
void cyclescope_core_unmask(uint32_t before)
{
    CHECK_EQUAL(before, 0);
    (void)fake_interrupt_registers();
    s_core.is_masked = false;
}
void cyclescope_core_synchronise(void) { (void)fake_interrupt_registers(); }

/** A core whose controller has 96 lines, of which the last ten are not implemented. */
static void reset(void)
{
    memset(&s_core, 0, sizeof s_core);
    s_core.registers[ICTR] = LINES / 32 - 1;
    s_core.registers[VTOR] = s_core.own_table = TABLE;
    s_core.missing[2] = 0x3FFu << 22;
    for (uint32_t i = 0; i < 16 + LINES; ++i) s_core.vectors[i] = 0x08001000u + i;
}

static uint32_t read_priority(uint32_t line)
{
    return s_core.registers[PRIORITY + line / 4] >> line % 4 * 8 & 0xFFu;
}

/** Returns the line that was taken: the only one enabled in addition to `others`. */
static uint32_t taken(void)
{
    const volatile uint32_t *const first = &s_core.registers[SET_PENDING];
    const uint32_t word = (uint32_t)(cyclescope_interrupt_taken.set_pending - first);
    for (uint32_t bit = 0; bit < 32; ++bit) {
        if (cyclescope_interrupt_taken.bit == 1u << bit) return word * 32 + bit;
    }
    return UINT32_MAX;
}

TEST(the_highest_free_line_is_used)
{
    reset();
    CHECK(!cyclescope_interrupt_take(handler, HANDLER_PRIORITY));
    CHECK_EQUAL(taken(), 85);
    CHECK_EQUAL(s_core.enabled[2], 1u << 21);
    CHECK_EQUAL(read_priority(85), HANDLER_PRIORITY);
    CHECK(!cyclescope_interrupt_give_back());
    reset();
    s_core.registers[SET_ENABLED + 2] = 1u << 21;
    s_core.registers[SET_PENDING + 2] = 1u << 20;
    CHECK(!cyclescope_interrupt_take(handler, HANDLER_PRIORITY));
    CHECK_EQUAL(taken(), 83);
    CHECK_EQUAL(s_core.enabled[2], 1u << 21 | 1u << 19);
    CHECK(!cyclescope_interrupt_give_back());
    CHECK_EQUAL(s_core.enabled[2], 1u << 21);
    CHECK_EQUAL(s_core.pending[2], 1u << 20);
}

TEST(the_search_leaves_every_priority_unchanged)
{
    reset();
    for (uint32_t i = 0; i < LINES / 4; ++i) s_core.registers[PRIORITY + i] = 0x40302010u;
    (void)fake_interrupt_registers();
    static uint32_t before[LINES / 4];
    memcpy(before, &s_core.registers[PRIORITY], sizeof before);
    CHECK(!cyclescope_interrupt_take(handler, HANDLER_PRIORITY));
    CHECK(!cyclescope_interrupt_give_back());
    CHECK(!memcmp(before, &s_core.registers[PRIORITY], sizeof before));
}

TEST(all_other_vectors_are_copied_from_the_previous_table)
{
    reset();
    CHECK(!cyclescope_interrupt_take(handler, HANDLER_PRIORITY));
    const uint32_t *table = cyclescope_interrupt_vectors;
    CHECK_EQUAL(s_core.registers[VTOR], (uint32_t)(uintptr_t)table);
    for (uint32_t i = 0; i < 16 + LINES; ++i) {
        CHECK_EQUAL(table[i], i == 16 + 85 ? to_vector(handler) : s_core.vectors[i]);
    }
    CHECK(!cyclescope_interrupt_give_back());
    CHECK_EQUAL(s_core.registers[VTOR], TABLE);
}

TEST(the_table_is_replaced_with_interrupts_masked)
{
    reset();
    CHECK(!cyclescope_interrupt_take(handler, HANDLER_PRIORITY));
    CHECK_EQUAL(s_core.moves, 1);
    CHECK_EQUAL(s_core.masked_moves, 1);
    CHECK(!s_core.is_masked);
    CHECK(!cyclescope_interrupt_give_back());
}

TEST(the_copy_is_cleaned_from_a_data_cache)
{
    reset();
    CHECK(!cyclescope_interrupt_take(handler, HANDLER_PRIORITY));
    CHECK_EQUAL(s_core.cleaned, 0);
    CHECK(!cyclescope_interrupt_give_back());
    reset();
    s_core.registers[CCR] = 3u << 16;
    CHECK(!cyclescope_interrupt_take(handler, HANDLER_PRIORITY));
    CHECK_EQUAL(s_core.cleaned, 256 * 4 / 32);
    CHECK(!cyclescope_interrupt_give_back());
}

TEST(a_request_sets_the_lines_own_bit)
{
    reset();
    CHECK(!cyclescope_interrupt_take(handler, HANDLER_PRIORITY));
    cyclescope_interrupt_request();
    CHECK_EQUAL(s_core.pending[2], 1u << 21);
    /* A pending request does not outlive the run. */
    CHECK(!cyclescope_interrupt_give_back());
    CHECK_EQUAL(s_core.pending[2], 0);
    CHECK_EQUAL(s_core.enabled[2], 0);
}

TEST(an_unavailable_line_is_refused_with_the_reason)
{
    reset();
    memset(s_core.missing, 0xFF, sizeof s_core.missing);
    CHECK_TEXT(cyclescope_interrupt_take(handler, HANDLER_PRIORITY),
               "every interrupt of this core is in use");
    reset();
    memset(&s_core.registers[SET_ENABLED], 0xFF, sizeof s_core.enabled);
    CHECK_TEXT(cyclescope_interrupt_take(handler, HANDLER_PRIORITY),
               "every interrupt of this core is in use");
    reset();
    s_core.fixed_table = true;
    CHECK_TEXT(cyclescope_interrupt_take(handler, HANDLER_PRIORITY),
               "this core cannot move its vector table into RAM");
    CHECK_EQUAL(s_core.enabled[2], 0);
    CHECK(!s_core.is_masked);
    reset();
    s_core.registers[ICTR] = 15;
    CHECK_TEXT(cyclescope_interrupt_take(handler, HANDLER_PRIORITY),
               "the vector table of this core is longer than CYCLESCOPE_VECTORS: define it larger");
}

TEST(a_table_that_others_have_moved_is_left_alone_and_reported)
{
    reset();
    CHECK(!cyclescope_interrupt_take(handler, HANDLER_PRIORITY));
    s_core.registers[VTOR] = 0x20010000u;
    CHECK_TEXT(cyclescope_interrupt_give_back(), "something else moved the vector table meanwhile");
    CHECK_EQUAL(s_core.registers[VTOR], 0x20010000u);
    CHECK_EQUAL(s_core.enabled[2], 0);
}
