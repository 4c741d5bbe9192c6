//! The kernel's objects as Rust calls them. They are made and kept in C; here are their addresses.

use core::cell::UnsafeCell;
use core::ffi::c_void;

/// Makes a type for an object of the kernel, whose size Rust need not know.
macro_rules! objects {
    ($($(#[$about:meta])* $name:ident),+ $(,)?) => {
        $(
            $(#[$about])*
            #[repr(C)]
            pub struct $name(UnsafeCell<[u8; 0]>);
            // SAFETY: the kernel guards its objects.
            unsafe impl Sync for $name {}
        )+
    };
}

objects! {
    Mutex,
    RecursiveMutex,
    Semaphore,
    Event,
    Condvar,
    Thread,
    Queue,
    Timer,
    EventGroup,
    Work,
    Stream,
}

/// Makes a type for what a family's file in C keeps: one thread writes it in Rust.
macro_rules! cells {
    ($($name:ident: $type:ty),+ $(,)?) => {
        $(
            #[repr(transparent)]
            pub struct $name(UnsafeCell<$type>);
            // SAFETY: it is read while a second thread waits, and written by only one thread.
            unsafe impl Sync for $name {}

            impl $name {
                #[inline(always)]
                pub fn set(&self, value: $type) {
                    // SAFETY: the address is that of the object in C.
                    unsafe { self.0.get().write_volatile(value) }
                }
            }
        )+
    };
}

cells! { Word: u32, Time: u64, Address: usize }

impl Word {
    #[inline(always)]
    pub fn get(&self) -> u32 {
        // SAFETY: as above.
        unsafe { self.0.get().read_volatile() }
    }
    #[inline(always)]
    pub fn add(&self, more: u32) {
        self.set(self.get().wrapping_add(more));
    }
}

/// Shared by two threads.
#[repr(C)]
pub struct Shared {
    pub done: Word,
    pub failures: Word,
}

/// An array of words, whose length C knows.
#[repr(C)]
pub struct Words(UnsafeCell<[u32; 0]>);
// SAFETY: as above.
unsafe impl Sync for Words {}

impl Words {
    #[inline(always)]
    pub fn set(&self, index: u32, value: u32) {
        // SAFETY: a round has no more operations than the array has places.
        unsafe { self.0.get().cast::<u32>().add(index as usize).write(value) }
    }
    #[allow(clippy::mut_from_ref)]
    #[inline(always)]
    pub fn first(&self, count: usize) -> &mut [u32] {
        // SAFETY: the array has as many, and one thread uses it.
        unsafe { core::slice::from_raw_parts_mut(self.0.get().cast(), count) }
    }
}

#[rustfmt::skip]
unsafe extern "C" {
    safe fn cyclescope_call_mutex_new(mutex: &Mutex) -> bool;
    safe fn cyclescope_call_mutex_lock(mutex: &Mutex) -> bool;
    safe fn cyclescope_call_mutex_unlock(mutex: &Mutex) -> bool;
    safe fn cyclescope_call_mutex_delete(mutex: &Mutex);
    safe fn cyclescope_call_recursive_mutex_lock(mutex: &RecursiveMutex) -> bool;
    safe fn cyclescope_call_recursive_mutex_unlock(mutex: &RecursiveMutex) -> bool;
    safe fn cyclescope_call_sem_new(semaphore: &Semaphore) -> bool;
    safe fn cyclescope_call_sem_take(semaphore: &Semaphore) -> bool;
    safe fn cyclescope_call_sem_give(semaphore: &Semaphore) -> bool;
    safe fn cyclescope_call_sem_delete(semaphore: &Semaphore);
    safe fn cyclescope_call_event_wait(event: &Event) -> bool;
    safe fn cyclescope_call_condvar_wait(condvar: &Condvar, mutex: &Mutex) -> bool;
    safe fn cyclescope_call_thread_new(thread: &Thread) -> bool;
    safe fn cyclescope_call_thread_dispose(thread: &Thread);
    safe fn cyclescope_call_yield();
    safe fn cyclescope_call_self() -> usize;
    safe fn cyclescope_call_time_us() -> u64;
    safe fn cyclescope_call_delay_ms(ms: u32);
    safe fn cyclescope_call_sleep_ms(ms: u32);
    safe fn cyclescope_call_queue_new(queue: &Queue, length: u32, item_bytes: u32) -> bool;
    fn cyclescope_call_queue_send(queue: &Queue, item: *const c_void) -> bool;
    fn cyclescope_call_queue_receive(queue: &Queue, item: *mut c_void) -> bool;
    safe fn cyclescope_call_queue_delete(queue: &Queue);
    safe fn cyclescope_call_timer_start(timer: &Timer) -> bool;
    safe fn cyclescope_call_timer_stop(timer: &Timer) -> bool;
    safe fn cyclescope_call_eventgroup_set(group: &EventGroup, bits: u32);
    safe fn cyclescope_call_eventgroup_get(group: &EventGroup) -> u32;
    safe fn cyclescope_call_eventgroup_clear(group: &EventGroup, bits: u32);
    safe fn cyclescope_call_work_submit(work: &Work) -> bool;
    fn cyclescope_call_stream_send(stream: &Stream, data: *const c_void, bytes: u32) -> u32;
    fn cyclescope_call_stream_receive(stream: &Stream, data: *mut c_void, bytes: u32) -> u32;
}

/// Makes methods of calls that need nothing but the object.
macro_rules! methods {
    ($name:ident: $($method:ident = $call:ident -> $result:ty),+ $(,)?) => {
        impl $name {
            $(
                #[inline(always)]
                pub fn $method(&self) -> $result {
                    $call(self)
                }
            )+
        }
    };
}

methods! { Mutex:
    allocate = cyclescope_call_mutex_new -> bool,
    lock = cyclescope_call_mutex_lock -> bool,
    unlock = cyclescope_call_mutex_unlock -> bool,
    delete = cyclescope_call_mutex_delete -> (),
}
methods! { RecursiveMutex:
    lock = cyclescope_call_recursive_mutex_lock -> bool,
    unlock = cyclescope_call_recursive_mutex_unlock -> bool,
}
methods! { Semaphore:
    allocate = cyclescope_call_sem_new -> bool,
    take = cyclescope_call_sem_take -> bool,
    give = cyclescope_call_sem_give -> bool,
    delete = cyclescope_call_sem_delete -> (),
}
methods! { Event: wait = cyclescope_call_event_wait -> bool }
methods! { Thread:
    allocate = cyclescope_call_thread_new -> bool,
    dispose = cyclescope_call_thread_dispose -> (),
}
methods! { Timer:
    start = cyclescope_call_timer_start -> bool,
    stop = cyclescope_call_timer_stop -> bool,
}
methods! { Work: submit = cyclescope_call_work_submit -> bool }

impl Condvar {
    #[inline(always)]
    pub fn wait(&self, mutex: &Mutex) -> bool {
        cyclescope_call_condvar_wait(self, mutex)
    }
}

impl EventGroup {
    #[inline(always)]
    pub fn set(&self, bits: u32) {
        cyclescope_call_eventgroup_set(self, bits)
    }
    #[inline(always)]
    pub fn get(&self) -> u32 {
        cyclescope_call_eventgroup_get(self)
    }
    #[inline(always)]
    pub fn clear(&self, bits: u32) {
        cyclescope_call_eventgroup_clear(self, bits)
    }
}

/// A queue of 32-bit items.
impl Queue {
    #[inline(always)]
    pub fn allocate(&self, length: u32) -> bool {
        cyclescope_call_queue_new(self, length, 4)
    }
    #[inline(always)]
    pub fn send(&self, item: u32) -> bool {
        // SAFETY: the queue's items have this size.
        unsafe { cyclescope_call_queue_send(self, (&raw const item).cast()) }
    }
    #[inline(always)]
    pub fn receive(&self) -> Option<u32> {
        let mut item = 0u32;
        // SAFETY: the queue's items have this size.
        let received = unsafe { cyclescope_call_queue_receive(self, (&raw mut item).cast()) };
        received.then_some(item)
    }
    #[inline(always)]
    pub fn delete(&self) {
        cyclescope_call_queue_delete(self)
    }
}

impl Stream {
    #[inline(always)]
    pub fn send(&self, data: &[u32]) -> usize {
        // SAFETY: the data is as long as is said.
        unsafe {
            cyclescope_call_stream_send(self, data.as_ptr().cast(), size_of_val(data) as u32)
                as usize
        }
    }
    #[inline(always)]
    pub fn receive(&self, data: &mut [u32]) -> usize {
        let bytes = size_of_val(data) as u32;
        // SAFETY: the data is as long as is said.
        unsafe { cyclescope_call_stream_receive(self, data.as_mut_ptr().cast(), bytes) as usize }
    }
}

#[inline(always)]
pub fn yield_now() {
    cyclescope_call_yield()
}
#[inline(always)]
pub fn this_thread() -> usize {
    cyclescope_call_self()
}
#[inline(always)]
pub fn time_us() -> u64 {
    cyclescope_call_time_us()
}
#[inline(always)]
pub fn delay_ms(ms: u32) {
    cyclescope_call_delay_ms(ms)
}
#[inline(always)]
pub fn sleep_ms(ms: u32) {
    cyclescope_call_sleep_ms(ms)
}
