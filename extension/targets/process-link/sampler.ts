import { TargetError } from '../../base';
import type { SampledFrame, SampledStacks } from '../target';

/** The output of a script on the computer whose agent is sampled. */
interface ScriptOutput {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The agent to be sampled, and the way to the computer that it runs on. */
export interface SampledAgent {
  /** Lines of a POSIX shell that put the agent's path into `program`. */
  readonly find: readonly string[];
  readonly where: string;
  /** Executes lines of a POSIX shell, which hold no quote mark `'`. */
  readonly execute: (lines: readonly string[], signal: AbortSignal) => Promise<ScriptOutput>;
}

/** Samples per second of each processor: enough for shares, too few to slow the agent down. No multiple of a tick. */
const HZ = 997;
/** Bytes of a stack that are kept to find the callers, since C libraries keep no frame pointers. */
const STACK = 4096;

/** Samples the running agent with perf, as long as was asked for. */
export async function sampleAgent(
  { find, where, execute }: SampledAgent,
  seconds: number,
  signal: AbortSignal,
): Promise<SampledStacks> {
  const { code, out, err } = await execute([...find, ...samplingLines(seconds)], signal);
  const reason = /^cyclescope (no-perf|no-agent|refused)\n/m.exec(out)?.[1];
  if (reason === 'no-perf') {
    throw new TargetError(
      'missing-program',
      `${where} has no perf, which takes samples of Linux programs.`,
      'Install it there; Debian and Ubuntu have it in the packages linux-perf and linux-tools-generic.',
    );
  }
  if (reason === 'no-agent') {
    throw new TargetError(
      'target-gone',
      'The agent ended before it could be sampled.',
      'Run the benchmark without sampling to see why it ends.',
    );
  }
  if (reason === 'refused' || code !== 0) {
    const text = findReason(
      reason === 'refused' ? (out.split('cyclescope refused\n')[1] ?? '') : err,
    );
    throw new TargetError(
      'start-failed',
      `perf cannot sample on ${where}: ${text || `exit code ${code}`}`,
      'Allow it there with: sysctl kernel.perf_event_paranoid=1',
    );
  }
  return { ...readStacks(out), seconds };
}

/** The line that gives the reason: perf goes on to explain each setting of the kernel. */
function findReason(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.find((line) => line !== '' && line !== 'Error:') ?? '';
}

function samplingLines(seconds: number): readonly string[] {
  return [
    'export LC_ALL=C',
    'command -v perf > /dev/null || { echo "cyclescope no-perf"; exit 0; }',
    'program=$(readlink -f "$program")',
    // The agent and its guard, which sleeps: which of them is first in the list is chance.
    'for p in /proc/[0-9]*; do',
    '  [ "$(readlink "$p/exe" 2> /dev/null)" = "$program" ] && agents="${agents:+$agents,}${p#/proc/}"',
    'done',
    '[ -n "$agents" ] || { echo "cyclescope no-agent"; exit 0; }',
    't=$(mktemp -d) || exit 1',
    'trap "rm -rf \\"$t\\"" EXIT',
    'echo "cyclescope paranoid=$(cat /proc/sys/kernel/perf_event_paranoid) user=$(id -u) program=$program"',
    // perf fails if one of the agent's threads ends while it attaches to all of them.
    'n=1',
    `until perf record -F ${HZ} --call-graph dwarf,${STACK} -p "$agents" -o "$t/data" -- sleep ${seconds} > "$t/log" 2>&1; do`,
    '  [ $n -lt 3 ] || { echo "cyclescope refused"; cat "$t/log"; exit 0; }',
    '  n=$((n + 1))',
    'done',
    'perf script -i "$t/data" --no-inline -F tid,time,event,ip,sym,symoff,dso 2> /dev/null',
  ];
}

/** Reads what `samplingLines` print. */
export function readStacks(text: string): Omit<SampledStacks, 'seconds'> {
  const stacks: SampledFrame[][] = [];
  let event = '';
  let isKernelHidden = false;
  let program = '';
  for (const line of text.split('\n')) {
    const begin = /^cyclescope paranoid=(-?\d+) user=(\d+) program=(.*)$/.exec(line);
    if (begin) {
      isKernelHidden = Number(begin[1]) > 1 && begin[2] !== '0';
      program = begin[3] ?? '';
    }
    const begun = /^\s*\d+\s+[\d.]+:\s+([^\s:]+)\S*\s*$/.exec(line);
    if (begun) {
      event = begun[1] ?? '';
      stacks.push([]);
    }
    const [, name = '', digits = '', module = ''] =
      /^\s+[0-9a-f]+ (.+?)(?:\+0x([0-9a-f]+))? \((.*)\)$/.exec(line) ?? [];
    const stack = stacks.at(-1);
    if (name === '' || stack === undefined || isNoCode(name, module)) continue;
    // A caller is where it will return to.
    const offset = Number.parseInt(digits, 16) - Math.min(1, stack.length);
    const isOwn = module === program;
    const location = isOwn && offset >= 0 ? { offset } : {};
    stack.push({ name, module: isOwn ? '' : normalizeModule(module), ...location });
  }
  return { stacks: stacks.filter((stack) => stack.length > 0), event, isKernelHidden };
}

/** Without frame pointers, a search for callers may end in data, which are no code. */
const isNoCode = (name: string, module: string) =>
  name === '[unknown]' && /^(?:\[(?:heap|stack|unknown)|\/\/anon)/.test(module);

/** Modules of the kernel and its own code are one; of other files the name is enough. */
const normalizeModule = (text: string) =>
  /^\[(?:kernel|guest)/.test(text) ? 'kernel' : (text.split('/').at(-1) ?? text);
