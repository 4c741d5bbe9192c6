/** The work area in memory reserved by the linker: its size is fixed when the agent is built. */
#include "cyclescope/work_area.h"

#include <stddef.h>

#ifndef CYCLESCOPE_WORK_BYTES
#define CYCLESCOPE_WORK_BYTES 12288u
#endif
/*
 * Takes no room in the image; the compiler's own flags, after those behind the name, become a
 * comment.
 */
#ifdef CYCLESCOPE_WORK_SECTION
#define IN_WORK_MEMORY __attribute__((section(CYCLESCOPE_WORK_SECTION ",\"aw\",%nobits @")))
#else
#define IN_WORK_MEMORY
#endif

static uint8_t s_area[CYCLESCOPE_WORK_BYTES] IN_WORK_MEMORY
    __attribute__((aligned(CYCLESCOPE_WORK_AREA_ALIGNMENT)));

uint32_t cyclescope_work_area_bytes(void) { return sizeof s_area; }

const char *cyclescope_work_area_limit(void) { return "CYCLESCOPE_WORK_BYTES"; }

void *cyclescope_work_area_take(uint32_t bytes) { return bytes <= sizeof s_area ? s_area : NULL; }

void cyclescope_work_area_return(void) {}
