import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runBenchmarks } from '../../engine/run/run';
import { idOfTarget } from '../../targets/find';
import { cli } from '../cli';
import type { Context, FoundBoards } from '../context';

const packageFolder = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

const noBoards: FoundBoards = { boards: [], attached: { probes: [] }, problems: [] };

/** The output of one call of the command line, and its exit code. */
export interface Call {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Standard output read as one JSON document. */
  json(): unknown;
}

type Given = Partial<Context> & Pick<Context, 'targets' | 'cwd'>;

/** A context without boards, whose terminal shows nothing. */
export const fakeContext = (rest: Given): Context => ({
  terminal: {
    out: () => Promise.resolve(),
    report: () => undefined,
    progress: () => undefined,
    isOutputClosed: () => false,
  },
  signal: new AbortController().signal,
  findBoards: () => Promise.resolve(noBoards),
  // In this thread, where the test's targets are.
  runApart: (spec, around) => {
    const found = rest.targets.find(({ id }) => id === idOfTarget(spec.target));
    if (found === undefined) throw new Error(`There is no ${idOfTarget(spec.target)}.`);
    return runBenchmarks(spec, { ...around, resolveTarget: () => found });
  },
  environment: {},
  packageFolder,
  ...rest,
});

/** Calls the command line in this process. */
export async function call(words: readonly string[], rest: Given): Promise<Call> {
  let out = '';
  let err = '';
  const context = fakeContext(rest);
  const terminal: Context['terminal'] = {
    ...context.terminal,
    out: (text) => {
      out += text;
      return Promise.resolve();
    },
    report: (text) => void (err += `${text}\n`),
  };
  const code = await cli(words, { ...context, terminal, ...rest });
  return { code, out, err, json: () => JSON.parse(out) as unknown };
}
