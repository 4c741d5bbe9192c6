/** A thread beside the caller, on a stack of its own: the two change over when one yields. */
#include <sanitizer/common_interface_defs.h>
#include <stdint.h>
#include <ucontext.h>

#include "check.h"
#include "cyclescope_os.h"
#include "fake.h"

static ucontext_t s_caller;
static ucontext_t s_peer;
static cyclescope_os_thread *s_thread;
static bool s_peer_runs;
static const void *s_caller_stack;
static size_t s_caller_stack_bytes;
static char s_stack[1 << 16];

static void peer_main(void)
{
    __sanitizer_finish_switch_fiber(NULL, &s_caller_stack, &s_caller_stack_bytes);
    s_thread->entry(s_thread->argument);
    CHECK(!"a peer never ends");
}

static void to_peer(void)
{
    void *own = NULL;
    s_peer_runs = true;
    __sanitizer_start_switch_fiber(&own, s_stack, sizeof s_stack);
    swapcontext(&s_caller, &s_peer);
    __sanitizer_finish_switch_fiber(own, NULL, NULL);
}

static void to_caller(void)
{
    void *own = NULL;
    s_peer_runs = false;
    __sanitizer_start_switch_fiber(&own, s_caller_stack, s_caller_stack_bytes);
    swapcontext(&s_peer, &s_caller);
    __sanitizer_finish_switch_fiber(own, NULL, NULL);
}

bool cyclescope_os_slices_time(void) { return fake_os.slices_time; }

void cyclescope_os_yield(void)
{
    fake_time.now += fake_os.yield_costs;
    const uint32_t number = fake_os.yields++;
    const bool fails = number >= fake_os.yields_fail_from && number < fake_os.yields_fail_to;
    if (!s_thread || fails) return;
    if (s_peer_runs) {
        to_caller();
    } else {
        to_peer();
    }
}

bool cyclescope_os_peer_create(cyclescope_os_thread *thread)
{
    if (fake_os.peer_fails) return false;
    CHECK(!s_thread);
    thread->exists = true;
    fake_os.threads += 1;
    s_thread = thread;
    getcontext(&s_peer);
    s_peer.uc_stack.ss_sp = s_stack;
    s_peer.uc_stack.ss_size = sizeof s_stack;
    makecontext(&s_peer, peer_main, 0);
    return true;
}

void cyclescope_os_peer_delete(cyclescope_os_thread *thread)
{
    CHECK(s_thread == thread);
    thread->exists = false;
    fake_os.threads -= 1;
    s_thread = NULL;
}
