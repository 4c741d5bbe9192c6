import { EngineError, visibleLine } from '../../base';
import { anyMatcher, openTrace, resolveRun, runsFolderOf } from '../../engine';
import { type ExplainedSample, slowestSamples, type TraceOperation } from '../../trace';
import { countOf } from '../args';
import { type Command, exitCodes, printJson, RUN_DETAILS } from '../command';
import { recordingFile, tracedRecording } from '../recording';

const MOST_SAMPLES = 3;

/** An operation with its slowest samples. */
interface ExplainedOperation extends Pick<TraceOperation, 'name' | 'at' | 'repeat' | 'samples'> {
  readonly slowest: readonly ExplainedSample[];
}

function explainedText({ name, at, repeat, slowest }: ExplainedOperation): string {
  const title = `${name}  ${at}${repeat === 0 ? '' : `  (repeat ${repeat + 1})`}`;
  const lines = slowest.flatMap(({ index, unit, sentence, notes }) => [
    `  sample ${index}: ${sentence} ${unit}`,
    ...notes.map((note) => `    ${note}`),
  ]);
  return [title, ...lines].map((line) => `${visibleLine(line)}\n`).join('');
}

/** Finds the traced recording of a run, or the recording that is named itself. */
async function findTraced(reference: string, cwd: string): Promise<string> {
  const file = await recordingFile(reference, cwd);
  if (file) return file.path;
  const run = await resolveRun(reference, { cwd, runsFolder: runsFolderOf(cwd) });
  const traced = await tracedRecording(run);
  if (traced) return traced.path;
  throw new EngineError(
    'unreadable',
    `${run.id} has no traced recording.`,
    'Measure again with cyclescope run --trace.',
  );
}

/** `cyclescope explain` */
export const explainCommand: Command = {
  spec: {
    name: 'explain',
    about: 'show of what the slowest samples of a traced run are made',
    details: `${RUN_DETAILS} It may also be the file of a recording. OP is suite/op, a suite or a pattern.`,
    positionals: { name: 'RUN [OP...]', min: 1, max: Infinity },
    options: { top: { value: 'N', about: `samples of each operation (${MOST_SAMPLES})` } },
  },
  run: async (args, context) => {
    const { cwd, signal, terminal } = context;
    const [reference = '', ...patterns] = args.positionals;
    const most = countOf(args, 'top', 1) ?? MOST_SAMPLES;
    const recording = await openTrace(await findTraced(reference, cwd), signal);
    const isAsked = anyMatcher(patterns);
    const operations = recording.info.operations
      .filter(({ name }) => {
        const [suite = '', op = ''] = name.replace(/ .*/, '').split('/');
        return isAsked({ suite, op });
      })
      .map(({ name, at, repeat, samples }): ExplainedOperation => {
        return {
          name,
          at,
          repeat,
          samples,
          slowest: slowestSamples(recording, name, repeat, most),
        };
      });
    if (operations.length === 0) {
      throw new EngineError(
        'unknown-benchmark',
        `${reference} has no traced operation${patterns.length > 0 ? ` that matches ${patterns.join(', ')}` : ''}.`,
        'Measure it with cyclescope run --trace.',
      );
    }
    if (args.flags.has('json')) await printJson(context, { operations });
    else await terminal.out(operations.map(explainedText).join('\n'));
    return exitCodes.ok;
  },
};
