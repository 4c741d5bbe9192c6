/** The calls of a kernel on which a timer's signal depends, replaced by the test's own. */
#ifndef CYCLESCOPE_KERNEL_H
#define CYCLESCOPE_KERNEL_H

#include <signal.h>
#include <sys/utsname.h>
#include <time.h>

int fake_uname(struct utsname *kernel);
int fake_timer_settime(timer_t timer, int flags, const struct itimerspec *expiry,
                       struct itimerspec *before);

#define uname fake_uname
#define timer_settime fake_timer_settime

#endif
