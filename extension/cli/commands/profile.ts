import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, isAbsolute, resolve } from 'node:path';
import { visibleLine } from '../../base';
import {
  profileRun,
  readProfile,
  readRun,
  requireProfile,
  resolveRun,
  runBenchmarks,
  type StoredRun,
  getRunsFolder,
} from '../../engine';
import {
  functionsText,
  instructionsText,
  layersText,
  linesText,
  type Profile,
  type RunProfile,
  type SourceText,
  treeText,
} from '../../profile';
import {
  findBuiltSources,
  findMappedSource,
  findSource,
  isSourceChanged,
  listImageFolders,
  type SourceFileMap,
} from '../../toolchain';
import { noProfiledOperation, profileJson, selectProfiles } from '../../tools';
import { type Arguments, choiceLines, parseChoiceOption, parseCountOption, usage } from '../args';
import { type Command, exitCodes, printJson, RUN_DETAILS } from '../command';
import { type Context, readPackageVersion } from '../context';
import { licenceOptions } from '../licences';
import { haltOption, chooseRecorder } from '../plugin';
import { optionalTarget } from '../project';
import { elfOptions, flashOptions, resolveTargetOption } from '../target';
import { toRunContext, specFromArguments, waitOption } from '../request';

/** Samples of an operation, unless another number is asked for: enough, as they repeat exactly. */
const ITERATIONS = 100;
const MOST_FUNCTIONS = 10;

type Found = readonly [StoredRun, RunProfile];

/** Measures and profiles a target; the run is stored like any other. */
async function measure(args: Arguments, context: Context): Promise<Found> {
  const target = await resolveTargetOption(args, context);
  const spec = await specFromArguments(args, target, context);
  const profile = await chooseRecorder(target, args, context);
  const asked = { ...spec, profile, iterations: spec.iterations ?? ITERATIONS, command: undefined };
  const { folder, error } = await runBenchmarks(asked, toRunContext(target, context));
  const found = await readProfile(folder);
  if (!found) throw error;
  return [{ folder, id: basename(folder) }, found];
}

/** Profiles a run that has been stored without, on the target that its record names. */
async function profileStored(
  run: StoredRun,
  args: Arguments,
  context: Context,
): Promise<RunProfile> {
  const record = await readRun(run);
  const values = new Map(args.values).set('target', [record.target.id]).set('bench', []);
  const named = { ...args, values };
  const target = await resolveTargetOption(named, context);
  const spec = await specFromArguments(named, target, context);
  const profile = await chooseRecorder(target, args, context);
  const stored = { folder: run.folder, record };
  return profileRun(stored, { ...spec, profile }, toRunContext(target, context));
}

/** Finds the profile of a stored run, or measures what has none. */
async function findProfile(args: Arguments, context: Context): Promise<Found> {
  const { cwd } = context;
  const [reference] = args.positionals;
  if ((reference === undefined) === !args.values.has('target'))
    throw usage('cyclescope profile needs either RUN or --target T.');
  if (reference === undefined) return measure(args, context);
  const run = await resolveRun(reference, { cwd, runsFolder: getRunsFolder(cwd) });
  if (args.flags.has('stored')) return [run, await requireProfile(run.folder)];
  const found = await readProfile(run.folder);
  return [run, found ?? (await profileStored(run, args, context))];
}

/** The views of an operation's profile. */
const views = [
  { id: 'functions', about: 'functions, most expensive (self) first' },
  { id: 'tree', about: 'what calls what' },
  { id: 'lines', about: 'source lines by file, with their text where it is on this computer' },
  { id: 'instructions', about: 'each instruction with how often it was executed' },
] as const;
type View = (typeof views)[number]['id'];

/** Reads the sources of a profile as they were measured. Those of packaged images are in the package. */
async function sourceReader(
  run: StoredRun,
  { image, code }: RunProfile,
  map: SourceFileMap,
  context: Context,
): Promise<(file: string) => SourceText> {
  const { created, tool } = await readRun(run);
  const isOtherPackage = tool !== `cyclescope ${await readPackageVersion(context)}`;
  const built = await findBuiltSources(listImageFolders(context), image);
  const isChanged = async (file: string, path: string) => {
    // Sources of the package, and those that it fetches, change with it alone.
    if (!isAbsolute(file) || path !== resolve(file)) return isOtherPackage;
    // For sources of which the build has no digest, only the time is known.
    const isOther = built && (await isSourceChanged(built, path));
    return isOther ?? statSync(path).mtimeMs > Date.parse(created);
  };
  const read = async (file: string): Promise<SourceText> => {
    // Code without a line, and that of a system.
    if (file === '' || file.startsWith('[')) return {};
    const mapped = findMappedSource(file, map, context.cwd);
    const path = mapped ?? findSource(file, context.packageFolder);
    if (!existsSync(path)) return { remark: 'not on this computer' };
    // Of the package's own files only the part inside it is shown.
    const shown = isAbsolute(file) ? path : file;
    // Nothing is known of when those on another computer were written.
    return mapped === undefined && (await isChanged(file, path))
      ? { path: shown, remark: 'changed since it was measured' }
      : { path: shown, lines: readFileSync(path, 'utf8').split(/\r?\n/) };
  };
  const texts = code.files.map(async (file) => [file, await read(file)] as const);
  const found = new Map(await Promise.all(texts));
  return (file) => found.get(file) ?? {};
}

/** Reads which folders have the sources of folders on another computer. */
function parseSourceMap(args: Arguments): SourceFileMap {
  const entries = args.values.get('source-map') ?? [];
  return Object.fromEntries(
    entries.map((entry) => {
      const [, from, to] = /^([^=]+)=(.+)$/.exec(entry) ?? [];
      if (from === undefined || to === undefined)
        throw usage(`--source-map ${entry} is not FROM=FOLDER.`);
      return [from, to];
    }),
  );
}

function chooseView(
  view: View,
  most: number,
  readSource: (file: string) => SourceText,
): (profile: Profile) => readonly string[] {
  return {
    functions: (profile: Profile) => [...functionsText(profile, most), ...layersText(profile)],
    tree: (profile: Profile) => [...treeText(profile), ...layersText(profile)],
    lines: (profile: Profile) => linesText(profile, readSource),
    instructions: instructionsText,
  }[view];
}

/** `cyclescope profile` */
export const profileCommand: Command = {
  spec: {
    name: 'profile',
    about: 'show where the instructions of operations go, function by function',
    details: [
      RUN_DETAILS,
      'A run that was measured without --profile is measured once more with the same image. With --target',
      `operations are measured first, with ${ITERATIONS} samples each. Figures are instructions per operation; "total"`,
      'includes callees. The clock and the loop are listed on a separate line. On a board behind a debug probe, and',
      'on Linux other than emulated, each operation is executed repeatedly and sampled: figures are shares of its time.',
      `\nViews:\n${choiceLines(views)}`,
    ].join('\n'),
    positionals: { name: 'RUN', min: 0, max: 1 },
    options: {
      target: optionalTarget,
      bench: { value: 'GLOB', about: 'which operations: suite/op or suite', repeated: true },
      iterations: { value: 'N', about: `with --target: samples per operation (${ITERATIONS})` },
      show: { value: 'VIEW', about: `${views.map(({ id }) => id).join(', ')} (functions)` },
      'source-map': {
        value: 'FROM=FOLDER',
        about: 'with --show lines: the sources of FROM, where the image was built, are in FOLDER',
        repeated: true,
      },
      top: { value: 'N', about: `functions of each operation (${MOST_FUNCTIONS})` },
      stored: { about: 'show the profile that RUN has, and never measure' },
      elf: elfOptions.elf,
      ...flashOptions,
      ...haltOption,
      wait: waitOption,
      ...licenceOptions,
    },
  },
  run: async (args, context) => {
    const most = parseCountOption(args, 'top', 1) ?? MOST_FUNCTIONS;
    const view = parseChoiceOption(args, 'show', 'view of a profile', views);
    const map = parseSourceMap(args);
    const [run, found] = await findProfile(args, context);
    const { operations, problems } = found;
    const patterns = args.values.get('bench') ?? [];
    const profiles = selectProfiles(found, patterns);
    if (profiles.length === 0 && operations.length > 0)
      throw noProfiledOperation(run, operations, patterns);
    const isOfLines = view?.id === 'lines';
    const readSource = isOfLines ? await sourceReader(run, found, map, context) : () => ({});
    const show = chooseView(view?.id ?? 'functions', most, readSource);
    if (args.flags.has('json')) {
      const shown = profiles.map((profile) => profileJson(profile, most));
      await printJson(context, { run: run.id, folder: run.folder, operations: shown, problems });
    } else if (profiles.length > 0) {
      const texts = profiles.map((profile) => {
        const remarks = (profile.sampled?.remarks ?? []).map(visibleLine);
        return `${[...show(profile), ...remarks].join('\n')}\n`;
      });
      await context.terminal.out(`${texts.join('\n')}\nProfile stored in ${run.folder}\n`);
    }
    for (const problem of problems) context.terminal.report(visibleLine(`${problem}.`));
    // Nothing could be profiled, for the reasons that were reported.
    return profiles.length > 0 ? exitCodes.ok : exitCodes.failed;
  },
};
