import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { startPipedGuardian } from '../../targets/guardian/guardian';
import type { BuildStep } from '../../targets/projects/project';
import { EngineError } from '../error';
import { missingProgram } from './missing';
import { environmentFor, programFor } from './programs';

/** What following a build takes. */
export interface StepWatch {
  /** Receives every line that a program prints, without colours. */
  readonly onLine: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

// Some builds colour what they print whoever reads it.
const COLOURS = new RegExp(String.raw`\u001b\[[0-9;?]*[A-Za-z]`, 'g');

/** Messages in one language, and file names in any. */
const LANGUAGE = { LC_ALL: 'C.UTF-8' };

/**
 * Runs one step of a build without a shell and gives its exit code. When it is cancelled, or this
 * process dies, everything that the step has started ends with it.
 */
export async function runStep(
  step: BuildStep,
  { onLine, signal }: StepWatch,
): Promise<number | null> {
  if (signal?.aborted) throw cancelled();
  const program = programFor(step);
  const guardian = startPipedGuardian({ remove: [] });
  const end = () => void guardian.end();
  signal?.addEventListener('abort', end, { once: true });
  try {
    const { stdin, stdout, stderr } = guardian.streams;
    stdin.end();
    const read = Promise.all([stdout, stderr].map((stream) => readLines(stream, onLine)));
    const env = { ...LANGUAGE, ...environmentFor(program), ...step.env };
    const child = await guardian.run(program, step.args, { env, cwd: step.cwd });
    const { code } = await child.ended;
    await read;
    if (signal?.aborted) throw cancelled();
    return code;
  } catch (error) {
    throw signal?.aborted ? cancelled() : startFailure(error, step);
  } finally {
    signal?.removeEventListener('abort', end);
    await guardian.end();
  }
}

function readLines(stream: Readable, onLine: (line: string) => void): Promise<void> {
  return new Promise((resolve) => {
    createInterface({ input: stream })
      .on('line', (line) => onLine(line.replace(COLOURS, '')))
      .on('close', resolve);
  });
}

function cancelled(): EngineError {
  return new EngineError('cancelled', 'The build was cancelled.');
}

function startFailure(error: unknown, step: BuildStep): unknown {
  const isMissing = error instanceof Error && error.message === 'ENOENT';
  return isMissing ? missingProgram(step) : error;
}
