import { visibleLine } from '../../base';
import { resolveRun, getRunsFolder } from '../../engine';
import { explainOperations, type ExplainedOperation, requireTraced } from '../../tools';
import { parseCountOption } from '../args';
import { type Command, exitCodes, printJson, RUN_DETAILS } from '../command';
import { findRecordingFile } from '../recording';

const MOST_SAMPLES = 3;

function formatExplanation({ name, at, repeat, slowest }: ExplainedOperation): string {
  const title = `${name}  ${at}${repeat === 0 ? '' : `  (repeat ${repeat + 1})`}`;
  const lines = slowest.flatMap(({ index, unit, sentence, notes }) => [
    `  sample ${index}: ${sentence} ${unit}`,
    ...notes.map((note) => `    ${note}`),
  ]);
  return [title, ...lines].map((line) => `${visibleLine(line)}\n`).join('');
}

/** Finds the traced recording of a run, or the recording that is named itself. */
async function findTraced(reference: string, cwd: string): Promise<string> {
  const file = await findRecordingFile(reference, cwd);
  if (file) return file.path;
  return requireTraced(await resolveRun(reference, { cwd, runsFolder: getRunsFolder(cwd) }));
}

/** `cyclescope explain` */
export const explainCommand: Command = {
  spec: {
    name: 'explain',
    about: 'show what the slowest samples of a traced run consist of',
    details: `${RUN_DETAILS} It may also be the file of a recording. OP is suite/op, a suite or a pattern.`,
    positionals: { name: 'RUN [OP...]', min: 1, max: Infinity },
    options: { top: { value: 'N', about: `samples of each operation (${MOST_SAMPLES})` } },
  },
  run: async (args, context) => {
    const { cwd, signal, terminal } = context;
    const [reference = '', ...patterns] = args.positionals;
    const most = parseCountOption(args, 'top', 1) ?? MOST_SAMPLES;
    const path = await findTraced(reference, cwd);
    const operations = await explainOperations({ path, reference, patterns, most }, signal);
    if (args.flags.has('json')) await printJson(context, { operations });
    else await terminal.out(operations.map(formatExplanation).join('\n'));
    return exitCodes.ok;
  },
};
