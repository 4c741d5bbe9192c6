/** Puts RTT into the memory that the SDK's linker scripts keep out of the data cache. */
#ifndef CYCLESCOPE_NONCACHEABLE_H
#define CYCLESCOPE_NONCACHEABLE_H

/* The flags keep zeros out of the image; the compiler's own flags after them become a comment. */
#define CYCLESCOPE_RTT_SECTION "NonCacheable,\"aw\",%nobits @"

#endif
