#include "check.h"
#include "cyclescope/clock.h"
#include "cyclescope/port.h"
#include "cyclescope_clock.h"

#define CONTROL (0x010u / 4u)
#define RELOAD (0x014u / 4u)
#define VALUE (0x018u / 4u)
#define ICSR (0xD04u / 4u)
#define PENDS (1u << 26)
#define RUNS 5u
#define PERIOD 1000u

void SysTick_Handler(void);

static struct {
    uint32_t registers[0x400];
    uint32_t step;
    uint32_t cycles; /* since the start */
    uint32_t kernel_ticks;
    uint32_t hz;
    bool masked;
    bool in_handler;
} s_core;

/** Advances the timer, and takes its interrupt unless it is masked. */
static void pass(uint32_t cycles)
{
    uint32_t *const left = &s_core.registers[VALUE];
    s_core.cycles += cycles;
    for (; cycles > *left; *left = PERIOD - 1u) {
        cycles -= *left + 1u;
        s_core.registers[ICSR] |= PENDS;
    }
    *left -= cycles;
    if (s_core.masked || s_core.in_handler || !(s_core.registers[ICSR] & PENDS)) return;
    s_core.registers[ICSR] &= ~PENDS;
    s_core.in_handler = true;
    cyclescope_systick_handler();
    s_core.in_handler = false;
}

uintptr_t fake_system_control(void)
{
    pass(s_core.step);
    return (uintptr_t)s_core.registers;
}

void SysTick_Handler(void) { ++s_core.kernel_ticks; }
uint32_t cyclescope_port_core_hz(void) { return s_core.hz; }

static void started(void)
{
    memset(&s_core, 0, sizeof s_core);
    s_core.hz = 16000000u;
    s_core.registers[CONTROL] = RUNS;
    s_core.registers[RELOAD] = s_core.registers[VALUE] = PERIOD - 1u;
    cyclescope_clock_start();
    s_core.step = 3u;
}

TEST(the_clock_counts_across_wraps_and_calls_the_kernel)
{
    started();
    s_core.step = 0;
    const uint32_t begin = cyclescope_clock_now() - s_core.cycles;
    for (uint32_t i = 0; i < 5000u; ++i) {
        pass(7u);
        CHECK_EQUAL(cyclescope_clock_now() - begin, s_core.cycles);
    }
    CHECK_EQUAL(s_core.kernel_ticks, 35u);
}

TEST(the_clock_never_goes_back_while_the_timer_counts_between_its_readings)
{
    started();
    uint32_t last = cyclescope_clock_now();
    for (uint32_t i = 0; i < 5000u; ++i) {
        const uint32_t now = cyclescope_clock_now();
        CHECK(now - last >= 3u && now - last < 100u);
        last = now;
    }
}

TEST(a_wrap_counts_before_its_handler_may_run)
{
    started();
    s_core.step = 0;
    const uint32_t begin = cyclescope_clock_now();
    s_core.masked = true;
    pass(PERIOD + 10u);
    CHECK_EQUAL(cyclescope_clock_now() - begin, PERIOD + 10u);
    s_core.masked = false;
    pass(5u);
    CHECK_EQUAL(cyclescope_clock_now() - begin, PERIOD + 15u);
}

TEST(masking_interrupts_for_longer_than_a_wrap_can_wait_is_reported)
{
    started();
    CHECK(!cyclescope_clock_check());
    cyclescope_clock_begin_block();
    pass(20u * PERIOD);
    s_core.registers[VALUE] = 5u;
    s_core.masked = true;
    pass(PERIOD / 4u);
    s_core.masked = false;
    pass(1u);
    CHECK(!cyclescope_clock_check_block());
    cyclescope_clock_begin_block();
    s_core.registers[VALUE] = 5u;
    s_core.masked = true;
    pass(PERIOD * 3u / 4u);
    s_core.masked = false;
    pass(1u);
    CHECK_TEXT(
        cyclescope_clock_check_block(),
        "interrupts were masked for more than half a kernel tick: SysTick as the clock misses "
        "what takes longer than one");
}

TEST(a_timer_that_cannot_be_a_clock_is_reported)
{
    started();
    s_core.registers[CONTROL] = 4u;
    CHECK_TEXT(cyclescope_clock_check(),
               "SysTick does not run: another timer makes the kernel's ticks");
    s_core.registers[CONTROL] = 1u;
    CHECK_TEXT(cyclescope_clock_check(), "SysTick does not count the core's clock");
    s_core.registers[CONTROL] = RUNS;
    s_core.registers[RELOAD] = 2u * PERIOD - 1u;
    CHECK_TEXT(cyclescope_clock_check(), "something changed SysTick's period meanwhile");
    started();
    s_core.step = 0;
    CHECK_TEXT(cyclescope_clock_check(), "SysTick does not move");
    CHECK_TEXT(cyclescope_clock_check_block(), "SysTick had stopped by the end of a block");
    started();
    s_core.hz = 0;
    CHECK_TEXT(cyclescope_clock_check(), "the system does not know its core's clock rate");
}
