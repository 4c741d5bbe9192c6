//! For people who write benchmarks in Rust.
//!
//! ```
//! #![no_std]
//! cyclescope::bench! {
//!     fir_filter,
//!     about = "one output of a filter with 32 taps",
//!     |_run, _i| fir_filter(&INPUT, 32)
//! }
//! ```
//!
//! The expression behind the bars is one operation; its value is computed although nobody reads it. In an
//! agent the operation appears in `list` by itself: its suite is the name of the source file, its
//! place is the line of the macro. Options come in this order, each may be absent: `suite`, `about`,
//! `iterations`, `max`, `warmup`, `batches`, `params = [name = 100 in 1..=1000]`, `multiple`,
//! `event_bytes`, `begin`, `end`, `before_each`, `after_each`, `idles`. What they mean is written in
//! `cyclescope/bench.h`, whose structures these are.
#![no_std]

use core::ffi::{c_char, CStr};
pub use core::hint::black_box;

/// One measured operation as the sample store holds it.
#[repr(C)]
pub struct Sample {
    start: u32,
    value: u32,
}

/// A run, as far as its benchmark may see it.
#[repr(C)]
pub struct Run {
    /// Operations in this round.
    pub round: u32,
    /// Index of this block's first operation in its round.
    pub first: u32,
    /// Operations in this block.
    pub count: u32,
    /// Operations in one batch.
    pub batch_size: u32,
    /// True if this round is measured in batches.
    pub in_batches: bool,
    params: *const u32,
    too_long: bool,
    wrong: *const c_char,
    store: *mut Sample,
    stored: u32,
}

impl Run {
    /// The value of a parameter, in the order of the declaration.
    #[inline(always)]
    pub fn param(&self, index: usize) -> u32 {
        // SAFETY: the agent gives a value for each parameter that the benchmark declares.
        unsafe { *self.params.add(index) }
    }
}

/// Why a round cannot be prepared, or was wrong; or that nothing was.
#[repr(transparent)]
pub struct Reason(*const c_char);

impl Reason {
    /// All is well.
    pub const NONE: Reason = Reason(core::ptr::null());
}

impl From<&'static CStr> for Reason {
    fn from(text: &'static CStr) -> Reason {
        Reason(text.as_ptr())
    }
}

/// A parameter that `run name=value` may set.
#[repr(C)]
pub struct Param {
    pub name: *const c_char,
    pub initial: u32,
    pub min: u32,
    pub max: u32,
}

pub type Step = extern "C" fn(&mut Run) -> Reason;
pub type Each = extern "C" fn(&mut Run, u32);
pub type Measure = extern "C" fn(&mut Run);

/// An entry of the agent's registry: `cyclescope_bench` of `bench.h`, field by field.
#[repr(C)]
pub struct Bench {
    pub suite: *const c_char,
    pub op: *const c_char,
    pub about: *const c_char,
    pub file: *const c_char,
    pub line: u32,
    pub iterations: u32,
    pub max: u32,
    pub warmup: u32,
    pub batches: u32,
    pub params: *const Param,
    pub param_count: u32,
    pub multiple: u32,
    pub event_bytes: u32,
    pub begin: Option<Step>,
    pub end: Option<Step>,
    pub before_each: Option<Each>,
    pub after_each: Option<Each>,
    pub sample: Option<Measure>,
    pub batch: Option<Measure>,
    pub empty_sample: Option<Measure>,
    pub empty_batch: Option<Measure>,
    pub own_batch: Option<Measure>,
    pub idles: bool,
    pub sums: bool,
}

// SAFETY: entries are constants, and what they point to is, too.
unsafe impl Sync for Bench {}
unsafe impl Sync for Param {}

impl Bench {
    /// The defaults of a benchmark.
    pub const SILENT: Bench = Bench {
        suite: core::ptr::null(),
        op: core::ptr::null(),
        about: c"".as_ptr(),
        file: core::ptr::null(),
        line: 0,
        iterations: 0,
        max: 0,
        warmup: 0,
        batches: 0,
        params: core::ptr::null(),
        param_count: 0,
        multiple: 0,
        event_bytes: 0,
        begin: None,
        end: None,
        before_each: None,
        after_each: None,
        sample: None,
        batch: None,
        empty_sample: Some(empty_sample),
        empty_batch: Some(empty_batch),
        own_batch: None,
        idles: false,
        sums: false,
    };
}

unsafe extern "C" {
    safe fn cyclescope_interface_open(start: &mut u32);
    safe fn cyclescope_interface_close() -> u32;
    safe fn cyclescope_interface_ticks() -> u32;
    safe fn cyclescope_interface_store(run: &mut Run, start: u32, stop: u32, tick: u32);
}

/// Nothing may be moved across.
#[inline(always)]
pub fn barrier() {
    // SAFETY: no instruction at all.
    unsafe { core::arch::asm!("", options(nostack, preserves_flags)) }
}

/// Measures each operation of a block by itself.
#[inline(always)]
pub fn sample<T>(run: &mut Run, bench: &Bench, operation: impl Fn(&Run, u32) -> T) {
    for i in run.first..run.first + run.count {
        if let Some(before) = bench.before_each {
            before(run, i);
        }
        let tick = cyclescope_interface_ticks();
        let mut start = 0;
        cyclescope_interface_open(&mut start);
        barrier();
        black_box(operation(run, i));
        barrier();
        let stop = cyclescope_interface_close();
        cyclescope_interface_store(run, start, stop, tick);
        if let Some(after) = bench.after_each {
            after(run, i);
        }
    }
}

/// Measures a block's operations in batches.
#[inline(always)]
pub fn batch<T>(run: &mut Run, operation: impl Fn(&Run, u32) -> T) {
    let end = run.first + run.count;
    let mut i = run.first;
    while i < end {
        let batch_end = i + run.batch_size;
        let tick = cyclescope_interface_ticks();
        let mut start = 0;
        cyclescope_interface_open(&mut start);
        while i < batch_end {
            barrier();
            black_box(operation(run, i));
            i += 1;
        }
        barrier();
        let stop = cyclescope_interface_close();
        cyclescope_interface_store(run, start, stop, tick);
    }
}

extern "C" fn empty_sample(run: &mut Run) {
    sample(run, &Bench::SILENT, |_, _| ());
}

extern "C" fn empty_batch(run: &mut Run) {
    batch(run, |_, _| ());
}

/// Registers the operation behind the bars; see the top of this file.
#[macro_export]
macro_rules! bench {
    (
        $name:ident
        $(, suite = $suite:literal)?
        $(, about = $about:literal)?
        $(, iterations = $iterations:expr)?
        $(, max = $max:expr)?
        $(, warmup = $warmup:expr)?
        $(, batches = $batches:expr)?
        $(, params = [$($param:ident = $initial:literal in $least:literal ..= $most:literal),+ $(,)?])?
        $(, multiple = $multiple:expr)?
        $(, event_bytes = $event_bytes:expr)?
        $(, begin = $begin:path)?
        $(, end = $end:path)?
        $(, before_each = $before:path)?
        $(, after_each = $after:path)?
        $(, idles = $idles:literal)?
        , |$run:pat_param, $index:pat_param| $operation:expr $(,)?
    ) => {
        const _: () = {
            #[inline(always)]
            fn operation($run: &$crate::Run, $index: u32) -> impl Sized {
                $operation
            }
            extern "C" fn sample(run: &mut $crate::Run) {
                $crate::sample(run, &BENCH, operation);
            }
            extern "C" fn batch(run: &mut $crate::Run) {
                $crate::batch(run, operation);
            }
            $(
                static PARAMS: &[$crate::Param] = &[$($crate::Param {
                    name: concat!(stringify!($param), "\0").as_ptr().cast(),
                    initial: $initial,
                    min: $least,
                    max: $most,
                }),+];
            )?
            #[used]
            #[unsafe(link_section = "cyclescope_benches")]
            static BENCH: $crate::Bench = $crate::Bench {
                $(suite: concat!($suite, "\0").as_ptr().cast(),)?
                op: concat!(stringify!($name), "\0").as_ptr().cast(),
                $(about: concat!($about, "\0").as_ptr().cast(),)?
                file: concat!(file!(), "\0").as_ptr().cast(),
                line: line!(),
                $(iterations: $iterations,)?
                $(max: $max,)?
                $(warmup: $warmup,)?
                $(batches: $batches,)?
                $(params: $crate::parameters!(PARAMS $($param)+),
                  param_count: PARAMS.len() as u32,)?
                $(multiple: $multiple,)?
                $(event_bytes: $event_bytes,)?
                $(begin: Some({
                    extern "C" fn begin(run: &mut $crate::Run) -> $crate::Reason { $begin(run) }
                    begin
                }),)?
                $(end: Some({
                    extern "C" fn end(run: &mut $crate::Run) -> $crate::Reason { $end(run) }
                    end
                }),)?
                $(before_each: Some({
                    extern "C" fn before(run: &mut $crate::Run, i: u32) { $before(run, i) }
                    before
                }),)?
                $(after_each: Some({
                    extern "C" fn after(run: &mut $crate::Run, i: u32) { $after(run, i) }
                    after
                }),)?
                $(idles: $idles,)?
                sample: Some(sample),
                batch: Some(batch),
                ..$crate::Bench::SILENT
            };
        };
    };
}

/// The address of a benchmark's parameters; only for `bench!`.
#[doc(hidden)]
#[macro_export]
macro_rules! parameters {
    ($params:ident $($name:ident)+) => {
        $params.as_ptr()
    };
}
