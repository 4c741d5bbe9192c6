/**
 * Compiles the agent's core for this computer, with every check that the compiler has, puts a fake
 * system under it, and runs its tests: one program a subject.
 *
 *     node target-agent/test/run.mjs [--update] [PROGRAM..]
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const agent = 'target-agent';
const compiler = process.env['CC'] ?? 'gcc';
/** A test that loops for ever must not hold up whoever waits for it. */
const timeout = 120_000;

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => interruption.abort());
}

const named = (/** @type {string} */ folder, /** @type {string} */ names) =>
  names.split(' ').map((name) => `${agent}/${folder}/${name}.c`);

const core = named(
  'core',
  'agent commands control counting events facts measuring nothing registry request run sizes text',
);
const fakes = [
  ...named(
    'test/fake',
    'children control helper interrupt os queue services stream sync time work_area',
  ),
  ...named('test', 'check'),
];
const samples = named('test', 'samples');

/** Each program's own sources beside the core and the fakes; the first names the program. */
const onTheFakeSystem = [
  named('test', 'text'),
  named('test', 'events'),
  named('test', 'rounds'),
  named('test', 'blocks'),
  named('test', 'counting'),
  ...['registry', 'control', 'commands', 'request', 'run', 'fuzz'].map((name) => [
    ...named('test', name),
    ...samples,
  ]),
  ...[
    'heap',
    'mutex',
    'thread',
    'thread_calls',
    'context_switch',
    'interrupt',
    'rhealstone',
    'rhealstone_memory',
    'rhealstone_interrupt',
    'sync',
    'time',
    'sort',
    'matrix',
    'crypto',
    'queue',
    'timer',
    'eventgroup',
    'workqueue',
    'stream',
  ].map((name) => [...named('test/benches', name), ...named('benches', name)]),
];

const checks = [
  ...['-std=gnu11', '-O1', '-g', '-fno-toplevel-reorder', '-Wall', '-Wextra', '-Wshadow'],
  ...['-Wstrict-prototypes', '-Wundef', '-Werror', '-pthread'],
  ...['-fsanitize=address,undefined', '-fno-sanitize-recover', '-fno-omit-frame-pointer'],
];
const includes = (/** @type {string[]} */ ...folders) =>
  [...folders, 'include', 'core', 'test'].map((folder) => `-I${agent}/${folder}`);
// Everything that the golden files say of the build.
const defines = ['COMPILER="gcc for tests"', 'FLAGS="-O1 -g"', 'IMAGE="test"', 'COUNTERS'].map(
  (text) => `-DCYCLESCOPE_${text}`,
);
const fakeSystem = [...checks, ...includes('test/fake', 'test/benches'), ...defines];
const fakeRegisters = [
  ...[...checks, ...includes('clocks/dwt', 'test/clocks'), '-include'],
  `${agent}/test/clocks/dwt_registers.h`,
];
const fakeSystemControl = [
  ...[...checks, ...includes('ports/cortex-m'), '-include'],
  `${agent}/test/ports/system_registers.h`,
];
const withoutCaches = '-DCYCLESCOPE_WORST_CASE_TIMING=1';
const fakeCaches = [
  ...[...checks, ...includes('ports/cortex-m'), withoutCaches, '-include'],
  `${agent}/test/ports/caches_registers.h`,
];
const fakeInterrupts = [
  ...[...checks, ...includes('ports/cortex-m'), '-include'],
  `${agent}/test/ports/interrupt_registers.h`,
];
const fakeZephyr = [...checks, ...includes('test/ports/zephyr', 'ports/zephyr')];
const fakeLine = [...checks, ...includes('ports/uart')];
const fakeKernel = [...checks, ...includes('ports/posix'), '-D_GNU_SOURCE'];

/** @typedef {{ name: string, sources: readonly string[], flags: readonly string[] }} Program */

/** A system whose configuration leaves everything out. */
const refusals = [
  ...['HEAP="no heap"', 'MUTEX="no mutexes"', 'THREAD="no stacks"', 'HELPER="no deleting"'],
  ...['SEM="no semaphores"', 'EVENT="no events"', 'CONDVAR="no condition variables"'],
  ...['RECURSIVE_MUTEX="no recursive mutexes"', 'SLEEP="too long a tick"'],
  ...['INTERRUPT="no timers"', 'QUEUE="no queues"', 'TIMER="no software timers"'],
  ...['EVENTGROUP="no event groups"', 'WORKQUEUE="no deferred work"', 'STREAM="no streams"'],
];
const refusing = refusals.map((text) => text.replace(/^(\w+)=/, '-DCYCLESCOPE_$1_REFUSED='));

/** @type {readonly Program[]} */
const programs = [
  ...onTheFakeSystem.map((own) => program(own, [...core, ...fakes], fakeSystem)),
  program(
    named('test/benches', 'refused'),
    [
      ...named('benches', 'heap mutex thread thread_calls context_switch sync time sort matrix'),
      ...named('benches', 'queue timer eventgroup workqueue stream'),
      ...core,
      ...fakes,
    ],
    [...fakeSystem, ...refusing],
  ),
  program(
    named('test/benches', 'refused_rhealstone'),
    [...named('benches', 'rhealstone rhealstone_memory rhealstone_interrupt'), ...core, ...fakes],
    [...fakeSystem, ...refusing],
  ),
  program(
    named('test/clocks', 'dwt'),
    [...named('clocks/dwt', 'dwt'), ...named('test', 'check')],
    fakeRegisters,
  ),
  program(
    named('test/ports', 'caching'),
    [...named('ports/cortex-m', 'caching'), ...named('test', 'check')],
    fakeSystemControl,
  ),
  program(
    named('test/ports', 'caches'),
    [...named('ports/cortex-m', 'caches'), ...named('test', 'check')],
    fakeCaches,
  ),
  program(
    named('test', 'worst_case'),
    [...samples, ...core, ...fakes],
    [...fakeSystem, withoutCaches],
  ),
  program(
    named('test/ports', 'interrupt_lines'),
    [...named('ports/cortex-m', 'interrupt'), ...named('test', 'check')],
    fakeInterrupts,
  ),
  program(
    named('test/ports', 'frame'),
    [...named('ports/uart', 'frame'), ...named('test', 'check')],
    fakeLine,
  ),
  program(
    named('test/ports', 'exchange'),
    [...named('ports/uart', 'exchange frame'), ...named('test', 'check')],
    fakeLine,
  ),
  program(
    named('test/ports/zephyr', 'kernel_trace'),
    [...named('ports/zephyr', 'kernel_trace'), ...named('test', 'check')],
    fakeZephyr,
  ),
  program(
    named('test', 'trace_format'),
    [...named('ports/posix', 'trace_format'), ...named('test', 'check')],
    fakeKernel,
  ),
  program(
    named('test', 'tracepoints'),
    [...named('ports/posix', 'tracepoints trace_format'), ...named('test', 'check')],
    fakeKernel,
  ),
];

/** @returns {Program} */
function program(
  /** @type {readonly string[]} */ own,
  /** @type {readonly string[]} */ others,
  /** @type {readonly string[]} */ flags,
) {
  return { name: basename(own[0] ?? '', '.c'), sources: [...own, ...others], flags };
}

/** @typedef {{ code: number, output: string }} Result */

/** @returns {Promise<Result>} */
function run(/** @type {string} */ command, /** @type {readonly string[]} */ args, env = {}) {
  const { signal } = interruption;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...{ cwd: root, env: { ...process.env, ...env } },
      ...{ signal, timeout, killSignal: 'SIGKILL' },
    });
    let output = '';
    const add = (/** @type {Buffer} */ chunk) => (output += chunk.toString());
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.once('error', (error) =>
      resolve({ code: 127, output: `${command}: ${error.message}\n` }),
    );
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** @returns {Promise<string>} */
async function compiled(/** @type {readonly string[]} */ args, /** @type {string} */ to) {
  const { code, output } = await run(compiler, [...args, '-o', to]);
  if (code !== 0) throw new Error(`${args.at(-1)} does not compile\n${output}`);
  return to;
}

/** Works through a list with as many workers as there are processors. */
async function inParallel(/** @type {readonly (() => Promise<unknown>)[]} */ work) {
  const queue = [...work];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await next();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

/** Compiles every source once for each set of flags, then links; gives the programs' paths. */
async function build(/** @type {readonly Program[]} */ wanted, /** @type {string} */ folder) {
  /** @type {Map<string, { object: string, args: readonly string[] }>} */
  const units = new Map();
  const objectOf = (/** @type {string} */ source, /** @type {readonly string[]} */ flags) => {
    const args = [...flags, '-c', source];
    const key = args.join(' ');
    const unit = units.get(key) ?? { object: join(folder, `${units.size}.o`), args };
    units.set(key, unit);
    return unit.object;
  };
  const links = wanted.map(({ name, sources, flags }) => ({
    path: join(folder, name),
    args: [...checks, ...sources.map((source) => objectOf(source, flags))],
  }));
  await inParallel(
    [...units.values()].map(
      ({ args, object }) =>
        () =>
          compiled(args, object),
    ),
  );
  await inParallel(
    links.map(
      ({ args, path }) =>
        () =>
          compiled(args, path),
    ),
  );
  return links.map(({ path }) => path);
}

/** Runs one program; one that ends badly without a failed test has failed in the middle of one. */
async function testProgram(/** @type {string} */ path, /** @type {boolean} */ update) {
  const { code, output } = await run(path, [], update ? { CYCLESCOPE_UPDATE_GOLDEN: '1' } : {});
  const passed = [...output.matchAll(/^ok /gm)].length;
  const failed = [...output.matchAll(/^FAILED /gm)].length;
  const broken = code !== 0 && failed === 0;
  const name = basename(path);
  process.stdout.write(
    output.replaceAll(/^(ok|FAILED) /gm, (_, verdict) => `${verdict} ${name}: `),
  );
  if (broken) console.log(`FAILED ${name}: ended with code ${code}`);
  return { passed, failed: failed + (broken ? 1 : 0) };
}

const words = process.argv.slice(2);
const update = words.includes('--update');
const names = words.filter((word) => !word.startsWith('--'));
const wanted = programs.filter(({ name }) => names.length === 0 || names.includes(name));
const folder = await mkdtemp(join(tmpdir(), 'cyclescope-agent-test-'));
const counts = { passed: 0, failed: 0 };
try {
  for (const path of await build(wanted, folder)) {
    if (interruption.signal.aborted) throw new Error('interrupted');
    const { passed, failed } = await testProgram(path, update);
    counts.passed += passed;
    counts.failed += failed;
  }
} catch (error) {
  console.log(`FAILED ${error instanceof Error ? error.message : error}`);
  counts.failed += 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;
