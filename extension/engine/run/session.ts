import type { Bench } from '../../core/agent/manifest';
import type { OperationReply } from '../../core/agent/run-lines';
import type { Point } from '../../core/sweep/points';
import type { TargetLink } from '../../targets/target';
import { EngineError } from '../error';
import { type Hello, hello, listBenches, runLine } from './agent';
import { type ExchangeOptions, cancelled } from './exchange';
import { type RunCommand, checkSettings, planRun, tracedNote } from './plan';
import type { PassRequest } from './request';
import { selectBenches } from './selection';

/** What the control line told about one run. */
export interface SaidRun {
  readonly run: number;
  readonly repeat: number;
  readonly operations: readonly OperationReply[];
}

/** What is known of a pass so far; it grows while the pass runs, so that a failure leaves it whole. */
export interface Session {
  hello: Hello | undefined;
  /** How many `run` lines have been sent: from the first on there may be data. */
  sent: number;
  /** The repetition in progress. */
  repeat: number;
  /** What of a sweep is being measured. */
  point: Point;
  readonly said: SaidRun[];
  readonly problems: string[];
  readonly notes: string[];
  /** What the link does to every figure. */
  disturbance: string | undefined;
}

/** A session in which nothing has happened. */
export function newSession(): Session {
  const told = { said: [], problems: [], notes: [] };
  return { hello: undefined, sent: 0, repeat: 0, point: {}, ...told, disturbance: undefined };
}

async function greet(
  link: TargetLink,
  session: Session,
  request: PassRequest,
  options: ExchangeOptions,
): Promise<readonly RunCommand[]> {
  const said = await hello(link, request.image.manifest.build, options);
  session.hello = said;
  const listed = await listBenches(link, options);
  session.problems.push(
    ...said.problems,
    ...listed.problems,
    ...differing(request, listed.benches),
  );
  const selected = selectBenches(listed.benches, request.patterns);
  checkSettings(selected, request.plan.settings);
  const note = tracedNote(selected, request.plan);
  if (note !== undefined) session.notes.push(note);
  return planRun(listed.benches, selected, request.plan);
}

function differing({ image }: PassRequest, listed: readonly Bench[]): readonly string[] {
  const names = (benches: readonly Bench[]) =>
    benches.map(({ suite, op }) => `${suite}/${op}`).sort();
  const same = names(image.manifest.benches).join() === names(listed).join();
  return same ? [] : ["The agent's list of benchmarks differs from its manifest."];
}

/** What the manifest lets expect, for a target that must know all lines before it starts. */
function expectedLines({ image, patterns, plan }: PassRequest): readonly string[] {
  const { benches } = image.manifest;
  const commands = planRun(benches, selectBenches(benches, patterns), plan);
  return ['hello', 'list', ...commands.map(({ line }) => line)];
}

async function measure(
  link: TargetLink,
  session: Session,
  commands: readonly RunCommand[],
  repeat: number,
  options: ExchangeOptions,
): Promise<void> {
  for (const { line, point } of commands) {
    if (options.signal.aborted) throw cancelled();
    session.point = point;
    session.sent += 1;
    const { run, operations, problems } = await runLine(link, line, options);
    session.said.push({ run: run.run, repeat, operations });
    session.problems.push(...problems);
    await link.drain();
  }
  if (options.signal.aborted) throw cancelled();
}

/** Has everything measured that was asked for, as often as it was asked for. */
export async function runSession(
  link: TargetLink,
  session: Session,
  request: PassRequest,
  options: ExchangeOptions,
): Promise<void> {
  link.announce?.(expectedLines(request));
  const commands = await greet(link, session, request, options);
  if (commands.length === 0) {
    throw new EngineError('unknown-benchmark', 'The agent has no benchmarks.');
  }
  for (let repeat = 0; repeat < request.repeat; repeat++) {
    session.repeat = repeat;
    if (repeat > 0) {
      await link.restart();
      link.announce?.(expectedLines(request));
      // Asked the same questions, an agent comes to its runs in the same state every time.
      await hello(link, request.image.manifest.build, options);
      await listBenches(link, options);
    }
    await measure(link, session, commands, repeat, options);
  }
}
