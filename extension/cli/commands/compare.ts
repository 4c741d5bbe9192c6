import { type Gate, type GateResult, parseGate } from '../../compare';
import { BASELINE, pinRun, resolveColumns, resolveRun, getRunsFolder } from '../../engine';
import { compareReported, comparisonFormats, comparisonJson, applyGate } from '../../report';
import { type Arguments, parseChoiceOption, getOptionValue, usage } from '../args';
import {
  bisectOption,
  COLUMN_DETAILS,
  type Command,
  type ExitCode,
  exitCodes,
  printJson,
} from '../command';
import type { Context } from '../context';
import { licenceOptions } from '../licences';
import { interleave, interleaveOptions } from './interleave';

const gateCodes: Readonly<Record<GateResult['outcome'], ExitCode>> = {
  ok: exitCodes.ok,
  failed: exitCodes.gateFailed,
  inconclusive: exitCodes.gateInconclusive,
};

function parseDeltaOption(args: Arguments): number | undefined {
  const text = getOptionValue(args, 'delta');
  if (text === undefined) return undefined;
  const [, percent] = /^(\d+(?:\.\d+)?)%?$/.exec(text) ?? [];
  if (percent !== undefined) return Number(percent) / 100;
  throw usage(`--delta must be a percentage, such as 2%, not "${text}".`);
}

/** Git asks whether a commit is good or bad, which takes a gate. */
function gateText(args: Arguments): string | undefined {
  return (
    getOptionValue(args, 'fail-on') ?? (args.flags.has('for-bisect') ? 'regressed' : undefined)
  );
}

function parseGateOption(args: Arguments): Gate | undefined {
  const text = gateText(args);
  if (text === undefined) return undefined;
  const parsed = parseGate(text);
  if ('gate' in parsed) return parsed.gate;
  throw usage(`--fail-on: ${parsed.problem}.`);
}

/** A single run is compared with the pinned baseline. */
function listReferences({ positionals }: Arguments): readonly string[] {
  if (positionals.length === 0) throw usage('cyclescope compare needs RUN RUN...');
  return positionals.length === 1 ? [BASELINE, ...positionals] : positionals;
}

async function pin(reference: string, context: Context, isJson: boolean): Promise<ExitCode> {
  const { cwd, terminal } = context;
  const runsFolder = getRunsFolder(cwd);
  const run = await resolveRun(reference, { cwd, runsFolder });
  await pinRun(run, runsFolder);
  if (isJson) await printJson(context, { baseline: run.id, folder: run.folder });
  else terminal.report(`${run.id} is now the baseline.`);
  return exitCodes.ok;
}

/** `cyclescope compare` */
export const compareCommand: Command = {
  spec: {
    name: 'compare',
    about: 'compare runs with the first one, or one run with the baseline',
    details: COLUMN_DETAILS,
    positionals: { name: 'RUN RUN...', min: 0, max: Infinity },
    options: {
      delta: { value: 'P%', about: 'the smallest change that matters (2%; emulated targets 1%)' },
      'fail-on': {
        value: 'GATE',
        about:
          'regressed, regressed=5%, regressed=1instr or changed: exit code 3, or 4 if something is undecided',
      },
      format: {
        value: 'F',
        about: `output format: ${comparisonFormats.map(({ id }) => id).join(', ')}`,
      },
      ...bisectOption,
      pin: { value: 'RUN', about: 'make RUN the baseline, and compare nothing' },
      ...interleaveOptions,
      ...licenceOptions,
    },
  },
  run: async (args, context) => {
    const { cwd, terminal } = context;
    const isJson = args.flags.has('json');
    const pinned = getOptionValue(args, 'pin');
    if (pinned !== undefined) {
      if (args.positionals.length > 0)
        throw usage('--pin only sets the baseline: omit the other runs.');
      return pin(pinned, context, isJson);
    }
    const [delta, gate] = [parseDeltaOption(args), parseGateOption(args)];
    const isInterleaved = args.flags.has('interleave');
    const alone = Object.keys(interleaveOptions).find(
      (name) => args.values.has(name) || args.flags.has(name),
    );
    if (!isInterleaved && alone !== undefined) {
      throw usage(`--${alone} belongs to --interleave.`);
    }
    const format =
      parseChoiceOption(args, 'format', 'comparison format', comparisonFormats) ??
      comparisonFormats[0];
    const places = { cwd, runsFolder: getRunsFolder(cwd) };
    const columns = isInterleaved
      ? await interleave(args, context, { delta, gate })
      : await resolveColumns(listReferences(args), places);
    const compared = compareReported(columns, { delta });
    const result = gate && applyGate(compared, gate, gateText(args) ?? '');
    if (isJson) {
      await printJson(context, comparisonJson(compared, result));
    } else {
      await terminal.out(format.writeComparison(compared, result));
    }
    return result ? gateCodes[result.outcome] : exitCodes.ok;
  },
};
