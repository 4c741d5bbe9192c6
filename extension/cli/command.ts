import {
  EngineError,
  type EngineErrorCode,
  quoteForShell,
  RemoteFailure,
  systemCode,
  TargetError,
  visibleJson,
} from '../base';
import { bisectUnjudged } from '../engine';
import type { Arguments, CommandSpec } from './args';
import type { Context } from './context';

/** `gateFailed` and `gateInconclusive` come from `compare --fail-on`. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  gateFailed: 3,
  gateInconclusive: 4,
  /** With `--for-bisect`, which `git bisect run` reads as skip and as stop. */
  bisectSkip: 125,
  bisectStop: 128,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An option of commands whose exit code `git bisect run` can take. */
export const bisectOption = {
  'for-bisect': { about: 'exit as git bisect run expects: 0 good, 1 bad, 125 skip, 128 stop' },
} as const;

/** The exit code for `git bisect run`; `failure` is the code of what was thrown. */
export function toBisectCode(code: ExitCode, failure?: string): ExitCode {
  if (failure !== undefined) {
    return bisectUnjudged.has(failure) ? exitCodes.bisectSkip : exitCodes.bisectStop;
  }
  if (code === exitCodes.ok) return exitCodes.ok;
  if (code === exitCodes.gateFailed) return exitCodes.failed;
  const isSkipped = code === exitCodes.failed || code === exitCodes.gateInconclusive;
  return isSkipped ? exitCodes.bisectSkip : exitCodes.bisectStop;
}

/** A subcommand: its arguments and its action. */
export interface Command {
  readonly spec: CommandSpec;
  run(args: Arguments, context: Context): Promise<ExitCode>;
}

/** Prints a value as the one JSON document of this call. */
export async function printJson({ terminal }: Context, value: object): Promise<void> {
  await terminal.out(`${visibleJson({ schema: 1, ...value })}\n`);
}

/** Help on RUN for commands that read runs. */
export const RUN_DETAILS =
  'RUN is a folder, an id or its unique beginning, latest[:target][~N], or baseline, which\n' +
  'compare --pin sets.';

/** The same for commands that also accept published columns. */
export const COLUMN_DETAILS = `${RUN_DETAILS} A column may also be published:<document>/<table>/<column>,\nor RUN+posix, which takes the suites posix_* in place of those without the prefix.`;

/** A call, quoted for a shell, to repeat it; without `--json`, which only affects printing. */
export function commandLine(name: string, args: Arguments): string {
  const values = [...args.values].flatMap(([option, given]) => {
    return given.map((value) => `--${option} ${quoteForShell(value)}`);
  });
  const flags = [...args.flags].filter((flag) => flag !== 'json').map((flag) => `--${flag}`);
  return ['cyclescope', name, ...values, ...flags, ...args.positionals.map(quoteForShell)].join(
    ' ',
  );
}

/** A failure as it is reported to people and programs. */
interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly exitCode: ExitCode;
}

const wrongUsage: ReadonlySet<string> = new Set<EngineErrorCode>([
  'usage',
  'unknown-target',
  'unknown-benchmark',
  'unknown-parameter',
  'bad-value',
  'unknown-run',
]);

function toExitCode(code: string): ExitCode {
  if (code === 'cancelled') return exitCodes.interrupted;
  return wrongUsage.has(code) ? exitCodes.usage : exitCodes.failed;
}

/** A failure with a code, of this thread or of another one. */
const isCoded = (
  error: unknown,
): error is (EngineError | TargetError | RemoteFailure) & { code: string } =>
  error instanceof EngineError ||
  error instanceof TargetError ||
  (error instanceof RemoteFailure && error.code !== undefined);

/** Options that give the missing consent on the command line. */
const CONSENT_HINTS: Readonly<Partial<Record<string, string>>> = {
  'flash-not-allowed':
    'Nothing was written. Allow it with --allow-flash. Add --backup DIR to save the old content first; cyclescope restore writes it back.',
  'halt-not-allowed':
    'Stopping the core for each sample works on every core, but disturbs the firmware: allow it with --halt.',
};

/** Reads any thrown value as a failure; an unexpected one keeps its stack as the hint. */
export function toCommandFailure(error: unknown): Failure {
  if (isCoded(error)) {
    const { code, message } = error;
    const hint = code in CONSENT_HINTS ? CONSENT_HINTS[code] : error.hint;
    return { code, message, hint, exitCode: toExitCode(code) };
  }
  const code = systemCode(error);
  const message = error instanceof Error ? error.message : String(error);
  if (code !== undefined) return { code, message, hint: undefined, exitCode: exitCodes.failed };
  const hint = error instanceof Error ? error.stack : undefined;
  return { code: 'internal', message, hint, exitCode: exitCodes.failed };
}
