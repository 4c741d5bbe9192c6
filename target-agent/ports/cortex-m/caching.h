/** Whether a core's data cache stands between its memory and a debugger. */
#ifndef CYCLESCOPE_CACHING_H
#define CYCLESCOPE_CACHING_H

/**
 * "uncached", or "cached" and how: what the program writes there may then stay in the cache, and
 * what the host writes may not be seen. Host and agent share such memory only where the debug
 * port's accesses go through the cache.
 */
const char *cyclescope_caching_of(const volatile void *address);

#endif
