#include "cyclescope/work_area.h"

#include <stdlib.h>

#include "check.h"
#include "fake.h"

fake_work_state fake_work;

uint32_t cyclescope_work_area_bytes(void) { return fake_work.there; }
const char *cyclescope_work_area_limit(void) { return "the fake"; }

void *cyclescope_work_area_take(uint32_t bytes)
{
    CHECK(!fake_work.area);
    if (bytes > fake_work.there || fake_work.is_refused) return NULL;
    const uint32_t whole = (bytes + CYCLESCOPE_WORK_AREA_ALIGNMENT - 1u) /
                           CYCLESCOPE_WORK_AREA_ALIGNMENT * CYCLESCOPE_WORK_AREA_ALIGNMENT;
    fake_work.area = aligned_alloc(CYCLESCOPE_WORK_AREA_ALIGNMENT, whole);
    fake_work.bytes = bytes;
    /* Benchmarks must not rely on zeroed memory. */
    memset(fake_work.area, 0xA5, whole);
    return fake_work.area;
}

void cyclescope_work_area_return(void)
{
    free(fake_work.area);
    fake_work.area = NULL;
}

void fake_work_fault(void)
{
    if (fake_work.yields++ != fake_work.fault_at) return;
    CHECK(fake_work.fault_from_end <= fake_work.bytes);
    fake_work.area[fake_work.bytes - fake_work.fault_from_end] ^= 0x80u;
}
