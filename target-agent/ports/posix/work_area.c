/** The work area, allocated from the kernel while in use: as much as is free. */
#include "cyclescope/work_area.h"

#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

static void *s_area;
static uint32_t s_bytes;

uint32_t cyclescope_work_area_bytes(void)
{
    const uint64_t free = (uint64_t)sysconf(_SC_AVPHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    return free < UINT32_MAX ? (uint32_t)free : UINT32_MAX;
}

const char *cyclescope_work_area_limit(void) { return "free memory"; }

void *cyclescope_work_area_take(uint32_t bytes)
{
    s_area = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (s_area == MAP_FAILED) s_area = NULL;
    s_bytes = bytes;
    return s_area;
}

void cyclescope_work_area_return(void)
{
    if (s_area) munmap(s_area, s_bytes);
    s_area = NULL;
}
