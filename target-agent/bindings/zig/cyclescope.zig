//! For people who write benchmarks in Zig.
//!
//!     const cyclescope = @import("cyclescope");
//!
//!     fn benches() void {
//!         cyclescope.bench(@src(), "fir_filter", .{
//!             .about = "one output of a filter with 32 taps",
//!         }, operation);
//!     }
//!
//!     comptime {
//!         benches();
//!     }
//!
//!     fn operation(_: *cyclescope.Run, _: u32) void {
//!         cyclescope.keep(fir_filter(&input, 32));
//!     }
//!
//! The last function is one operation. In an agent it appears in `list` by itself: its suite is the name of
//! the source file, its place is that of `@src()`. What the options mean is written in
//! `cyclescope/bench.h`, whose structures these are.

const builtin = @import("builtin");
const std = @import("std");
const place = @import("place");

/// One measured operation as the sample store holds it.
const Sample = extern struct { start: u32, value: u32 };

/// A run, as far as its benchmark may see it.
pub const Run = extern struct {
    /// Operations in this round.
    round: u32,
    /// Index of this block's first operation in its round.
    first: u32,
    /// Operations in this block.
    count: u32,
    /// Operations in one batch.
    batch_size: u32,
    /// True if this round is measured in batches.
    in_batches: bool,
    /// Values in the order of the declaration.
    params: [*]const u32,
    too_long: bool,
    wrong: ?[*:0]const u8,
    store: [*]Sample,
    stored: u32,
};

/// A parameter that `run name=value` may set.
pub const Param = extern struct { name: [*:0]const u8, initial: u32, min: u32, max: u32 };

/// Prepares or checks a round; gives the reason why that cannot be done, or null.
pub const Step = fn (run: *Run) callconv(.c) ?[*:0]const u8;
pub const Each = fn (run: *Run, index: u32) callconv(.c) void;
pub const Measure = fn (run: *Run) callconv(.c) void;

/// Options of a benchmark.
pub const Options = struct {
    suite: ?[*:0]const u8 = null,
    about: [*:0]const u8 = "",
    iterations: u32 = 0,
    max: u32 = 0,
    warmup: u32 = 0,
    batches: u32 = 0,
    params: []const Param = &.{},
    multiple: u32 = 0,
    event_bytes: u32 = 0,
    begin: ?*const Step = null,
    end: ?*const Step = null,
    before_each: ?*const Each = null,
    after_each: ?*const Each = null,
    idles: bool = false,
};

/// An entry of the agent's registry: `cyclescope_bench` of `bench.h`, field by field.
pub const Bench = extern struct {
    suite: ?[*:0]const u8,
    op: [*:0]const u8,
    about: [*:0]const u8,
    file: [*:0]const u8,
    line: u32,
    iterations: u32,
    max: u32,
    warmup: u32,
    batches: u32,
    params: ?[*]const Param,
    param_count: u32,
    multiple: u32,
    event_bytes: u32,
    begin: ?*const Step,
    end: ?*const Step,
    before_each: ?*const Each,
    after_each: ?*const Each,
    sample: *const Measure,
    batch: *const Measure,
    empty_sample: *const Measure,
    empty_batch: *const Measure,
    own_batch: ?*const Measure,
    idles: bool,
    sums: bool,
};

extern fn cyclescope_interface_open(start: *u32) callconv(.c) void;
extern fn cyclescope_interface_close() callconv(.c) u32;
extern fn cyclescope_interface_ticks() callconv(.c) u32;
extern fn cyclescope_interface_store(run: *Run, start: u32, stop: u32, tick: u32) callconv(.c) void;

/// Nothing may be moved across.
pub inline fn barrier() void {
    asm volatile ("" ::: .{ .memory = true });
}

/// Returns a batch's next index; the compiler cannot merge the addition with the operation.
inline fn next(index: u32) u32 {
    if (builtin.cpu.arch.isThumb()) return asm volatile ("add %[next], %[index], #1"
        : [next] "=r" (-> u32),
        : [index] "r" (index),
        : .{ .memory = true });
    var following = index + 1;
    asm volatile (""
        : [following] "+r" (following),
        :
        : .{ .memory = true });
    return following;
}

/// The compiler must compute this value although it is not used.
pub inline fn keep(value: anytype) void {
    std.mem.doNotOptimizeAway(value);
}

/// Registers an operation under a name; for a function that a `comptime` block calls.
pub fn bench(
    comptime at: std.builtin.SourceLocation,
    comptime name: [:0]const u8,
    comptime options: Options,
    comptime operation: anytype,
) void {
    const loops = Loops(operation);
    const Around = struct {
        fn sample(run: *Run) callconv(.c) void {
            loops.sample(run, options.before_each, options.after_each);
        }
    };
    const entry: Bench = .{
        .suite = options.suite,
        .op = name,
        .about = options.about,
        .file = place.folder ++ at.file,
        .line = at.line,
        .iterations = options.iterations,
        .max = options.max,
        .warmup = options.warmup,
        .batches = options.batches,
        .params = if (options.params.len > 0) options.params.ptr else null,
        .param_count = options.params.len,
        .multiple = options.multiple,
        .event_bytes = options.event_bytes,
        .begin = options.begin,
        .end = options.end,
        .before_each = options.before_each,
        .after_each = options.after_each,
        .sample = &Around.sample,
        .batch = &loops.batch,
        .empty_sample = &empty.plain,
        .empty_batch = &empty.batch,
        .own_batch = null,
        .idles = options.idles,
        .sums = false,
    };
    const Entry = struct {
        const placed: Bench = entry;
    };
    @export(&Entry.placed, .{
        .name = "cyclescope_zig_" ++ place.unique ++ name,
        .section = "cyclescope_benches",
        .visibility = .hidden,
    });
}

const empty = Loops(nothing);

fn nothing(_: *Run, _: u32) void {}

/// Both loops are made for each operation, so that it is inlined between the readings.
pub fn Loops(comptime operation: anytype) type {
    return struct {
        /// Measures each operation of a block by itself.
        pub inline fn sample(run: *Run, before: ?*const Each, after: ?*const Each) void {
            var i = run.first;
            const end = run.first + run.count;
            while (i < end) : (i += 1) {
                if (before) |step| step(run, i);
                const tick = cyclescope_interface_ticks();
                var start: u32 = undefined;
                cyclescope_interface_open(&start);
                barrier();
                @call(.always_inline, operation, .{ run, i });
                barrier();
                const stop = cyclescope_interface_close();
                cyclescope_interface_store(run, start, stop, tick);
                if (after) |step| step(run, i);
            }
        }

        /// The same for an operation with nothing around it.
        pub fn plain(run: *Run) callconv(.c) void {
            sample(run, null, null);
        }

        /// Measures a block's operations in batches, by the loop of `CYCLESCOPE_BATCH_LOOP`.
        pub fn batch(run: *Run) callconv(.c) void {
            var i = run.first;
            const end = run.first + run.count;
            while (i < end) {
                var last: u32 = undefined;
                const batch_end: *volatile u32 = &last;
                batch_end.* = i + run.batch_size;
                const tick = cyclescope_interface_ticks();
                var start: u32 = undefined;
                cyclescope_interface_open(&start);
                while (true) {
                    barrier();
                    @call(.always_inline, operation, .{ run, i });
                    i = next(i);
                    if (i >= batch_end.*) break;
                }
                barrier();
                const stop = cyclescope_interface_close();
                cyclescope_interface_store(run, start, stop, tick);
            }
        }
    };
}
