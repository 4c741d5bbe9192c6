#include <stddef.h>

#include "check.h"
#include "cyclescope/clock.h"
#include "cyclescope/port.h"
#include "cyclescope_clock.h"
#include "cyclescope_os.h"

fake_time_state fake_time;
fake_counter_state fake_counter;

static cyclescope_clock_info s_info = {
    .name = "fake", .hz = 25000000u, .unit = "cycles", .ratio_num = 1, .ratio_den = 1};

const cyclescope_clock_info *cyclescope_clock_info_get(void)
{
    s_info.asleep = fake_time.asleep;
    s_info.unit = fake_time.unit;
    return &s_info;
}
void cyclescope_clock_start(void) {}
const char *cyclescope_clock_check(void) { return fake_time.wrong; }

void cyclescope_clock_begin_block(void)
{
    fake_time.blocks += 1;
    CHECK_EQUAL(fake_time.blocks, 1);
    CHECK_EQUAL(fake_time.transport_at_alignment, fake_stream.transport);
    fake_time.readings_at_alignment = fake_time.readings;
}

const char *cyclescope_clock_check_block(void)
{
    fake_time.blocks -= 1;
    CHECK_EQUAL(fake_time.blocks, 0);
    if (fake_time.missed) cyclescope_clock_add_wraps(fake_time.missed);
    fake_time.missed = 0;
    return fake_time.step ? NULL : "the clock had stopped by the end of a block";
}

uint32_t cyclescope_os_ticks(void) { return (uint32_t)(fake_time.now / fake_time.tick_period); }

bool cyclescope_os_tick_between(uint32_t start, uint32_t stop)
{
    const uint32_t tick = (uint32_t)(fake_time.now - fake_time.now % fake_time.tick_period);
    return tick - start < stop - start;
}

void cyclescope_port_wait_tick(void)
{
    fake_time.now += fake_time.tick_period - fake_time.now % fake_time.tick_period;
    const uint32_t taken =
        fake_stream.used < fake_stream.host_rate ? fake_stream.used : fake_stream.host_rate;
    fake_stream.used -= taken;
    fake_stream.waits += 1;
}

void cyclescope_port_align(uint32_t phase)
{
    cyclescope_port_wait_tick();
    fake_time.now += ((uint64_t)phase * fake_time.tick_period) >> 16;
    fake_time.phase = phase;
    fake_time.alignments += 1;
    fake_time.readings_at_alignment = fake_time.readings;
    fake_time.transport_at_alignment = fake_stream.transport;
}

bool fake_window_open(void)
{
    return (fake_time.readings - fake_time.readings_at_alignment) % 2u == 1u;
}

bool cyclescope_port_counter(uint64_t *count)
{
    if (!fake_counter.works_for) return false;
    if (fake_counter.works_for != FAKE_NEVER) fake_counter.works_for -= 1;
    *count = fake_counter.now += fake_counter.reading_costs;
    return true;
}

uint32_t cyclescope_port_preemptions(void) { return fake_os.preemptions += fake_os.preempted; }

uint64_t cyclescope_os_time_us(void)
{
    return fake_os.time_turns_back ? 1000000u - fake_time.now / 25u : fake_time.now / 25u;
}

void cyclescope_os_sleep_ms(uint32_t ms) { fake_time.now += (uint64_t)ms * fake_os.sleep_costs; }
void cyclescope_os_delay_ms(uint32_t ms) { cyclescope_os_sleep_ms(ms); }
