//! The operations of the families as Rust calls them. What each one is, and who prepares and checks
//! it, is documented in the family's file in `families`; its loops and their calls are here.
#![no_std]

#[path = "rtos.rs"]
mod rtos;

use cyclescope::{Bench, Run};
use rtos::*;

/// Names objects that a family's file in C shares.
macro_rules! shared {
    ($family:ident: $($name:ident = $what:ident: $type:ty),+ $(,)?) => {
        unsafe extern "C" {
            $(
                #[link_name = concat!("cyclescope_rust_", stringify!($family), "_", stringify!($what))]
                safe static $name: $type;
            )+
        }
    };
}

/// Makes an operation's loops.
macro_rules! operation {
    ($family:ident $name:ident, |$run:pat_param, $index:pat_param| $body:expr) => {
        const _: () = {
            unsafe extern "C" {
                #[link_name = concat!("cyclescope_rust_", stringify!($family), "_", stringify!($name), "_bench")]
                safe static BENCH: Bench;
            }
            #[inline(always)]
            fn operation($run: &Run, $index: u32) {
                $body
            }
            #[unsafe(export_name = concat!("cyclescope_rust_", stringify!($family), "_", stringify!($name), "_sample"))]
            extern "C" fn sample(run: &mut Run) {
                cyclescope::sample(run, &BENCH, operation);
            }
            #[unsafe(export_name = concat!("cyclescope_rust_", stringify!($family), "_", stringify!($name), "_batch"))]
            extern "C" fn batch(run: &mut Run) {
                cyclescope::batch(run, operation);
            }
        };
    };
}

mod sync {
    use super::*;

    shared! { sync:
        MUTEX = mutex: Mutex,
        RECURSIVE = recursive: RecursiveMutex,
        SEMAPHORE = sem: Semaphore,
        EVENT = event: Event,
        CONDVAR = condvar: Condvar,
        TWO = two: Shared,
    }

    operation!(sync mutex_lock_unlock, |_, _| {
        MUTEX.lock();
        MUTEX.unlock();
    });
    operation!(sync mutex_contention_2t, |_, _| {
        MUTEX.lock();
        MUTEX.unlock();
    });
    operation!(sync sem_take_give, |_, _| {
        SEMAPHORE.take();
        SEMAPHORE.give();
    });
    operation!(sync event_signal_wait, |_, _| {
        EVENT.wait();
    });
    operation!(sync condvar_signal_wait, |_, _| {
        MUTEX.lock();
        CONDVAR.wait(&MUTEX);
        MUTEX.unlock();
    });
    operation!(sync recursive_mutex_lock_unlock, |_, _| {
        RECURSIVE.lock();
        RECURSIVE.unlock();
    });
    operation!(sync mutex_create_destroy, |_, _| match MUTEX.allocate() {
        true => MUTEX.delete(),
        false => TWO.failures.add(1),
    });
    operation!(sync sem_create_destroy, |_, _| match SEMAPHORE.allocate() {
        true => SEMAPHORE.delete(),
        false => TWO.failures.add(1),
    });
}

mod time {
    use super::*;

    shared! { time: NOW = now: Time }

    operation!(time time_get_us_overhead, |_, _| NOW.set(time_us()));
    operation!(time delay_1ms, |_, _| delay_ms(1));
}

mod thread {
    use super::*;

    shared! { thread:
        SELF = self: Address,
        PING = ping: Semaphore,
        PONG = pong: Semaphore,
        CHILD = child: Thread,
        FAILURES = failures: Word,
    }

    operation!(thread yield, |_, _| yield_now());
    operation!(thread get_self, |_, _| SELF.set(this_thread()));
    operation!(thread sleep_1ms, |_, _| sleep_ms(1));
    operation!(thread context_switch, |_, _| {
        PING.give();
        PONG.take();
    });
    operation!(thread create_destroy, |_, _| match CHILD.allocate() {
        true => CHILD.dispose(),
        false => FAILURES.add(1),
    });
}

mod queue {
    use super::*;

    shared! { queue:
        QUEUE = queue: Queue,
        ITEMS = items: Words,
        FAILURES = failures: Word,
        LENGTH = length: Word,
    }

    #[inline(always)]
    fn receive(i: u32) {
        match QUEUE.receive() {
            Some(item) => ITEMS.set(i, item),
            None => FAILURES.add(1),
        }
    }

    operation!(queue send_receive, |_, i| {
        if !QUEUE.send(i) {
            FAILURES.add(1);
        }
        receive(i);
    });
    operation!(queue throughput_2t, |_, i| receive(i));
    operation!(queue create_destroy, |_, _| match QUEUE.allocate(LENGTH.get()) {
        true => QUEUE.delete(),
        false => FAILURES.add(1),
    });
}

mod timer {
    use super::*;

    shared! { timer: TIMER = timer: Timer, FAILURES = failures: Word }

    operation!(timer start_stop, |_, _| {
        if !TIMER.start() {
            FAILURES.add(1);
        }
        if !TIMER.stop() {
            FAILURES.add(1);
        }
    });
}

mod eventgroup {
    use super::*;

    const BIT: u32 = 1;
    const OTHER_BIT: u32 = 2;

    shared! { eventgroup: GROUP = group: EventGroup, FAILURES = failures: Word }

    operation!(eventgroup set_get_bits, |_, _| {
        GROUP.set(BIT);
        if GROUP.get() != BIT | OTHER_BIT {
            FAILURES.add(1);
        }
        GROUP.clear(BIT);
    });
}

mod workqueue {
    use super::*;

    shared! { workqueue:
        WORK = work: Work,
        DONE = done: Semaphore,
        RUNS = runs: Word,
        SUBMITTED = submitted: Word,
        FAILURES = failures: Word,
    }

    operation!(workqueue submit_execute, |_, _| {
        SUBMITTED.add(1);
        if !WORK.submit() || !DONE.take() {
            FAILURES.add(1);
        }
        if RUNS.get() != SUBMITTED.get() {
            FAILURES.add(1);
        }
    });
}

mod stream {
    use super::*;

    const WORDS: usize = 16;
    const BYTES: usize = size_of::<[u32; WORDS]>();

    shared! { stream:
        STREAM = stream: Stream,
        SENT = sent: Words,
        RECEIVED = received: Words,
        NEXT = next: Word,
        FAILURES = failures: Word,
    }

    #[inline(always)]
    fn pass() {
        let received = || STREAM.receive(RECEIVED.first(WORDS));
        if STREAM.send(SENT.first(WORDS)) != BYTES || received() != BYTES {
            FAILURES.add(1);
        }
    }

    #[inline(always)]
    fn receive(bytes: u32) {
        for _ in 0..bytes as usize / BYTES {
            if STREAM.receive(RECEIVED.first(WORDS)) != BYTES {
                FAILURES.add(1);
            }
            NEXT.add(WORDS as u32);
        }
    }

    operation!(stream send_recv_64B, |_, _| pass());
    operation!(stream throughput, |run, _| receive(run.param(0)));

    #[unsafe(no_mangle)]
    extern "C" fn cyclescope_rust_stream_pass_batch(run: &mut Run) {
        cyclescope::batch(run, |_, _| pass());
    }
    #[unsafe(no_mangle)]
    extern "C" fn cyclescope_rust_stream_receive_batch(run: &mut Run) {
        cyclescope::batch(run, |run, _| receive(run.param(0)));
    }
}

#[unsafe(no_mangle)]
extern "C" fn cyclescope_rust_empty_sample(run: &mut Run) {
    cyclescope::sample(run, &Bench::SILENT, |_, _| ());
}
#[unsafe(no_mangle)]
extern "C" fn cyclescope_rust_empty_batch(run: &mut Run) {
    cyclescope::batch(run, |_, _| ());
}
