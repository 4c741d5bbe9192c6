import { resolve } from 'node:path';
import { visibleLine } from '../../base';
import {
  exportRun,
  exportTrace,
  requireProfile,
  resolveRun,
  type StoredRun,
  getRunsFolder,
  writeNamedFile,
} from '../../engine';
import { formatNumber, plural } from '../../measure';
import { type Profile, type ProfileFormat, profileFormats } from '../../profile';
import { noProfiledOperation, selectProfiles } from '../../tools';
import { type TraceFormat, traceFormats } from '../../trace';
import { type Arguments, choiceLines, parseChoiceOption, getOptionValue, usage } from '../args';
import { type Command, type ExitCode, exitCodes, printJson, RUN_DETAILS } from '../command';
import { type Context, readPackageVersion } from '../context';
import { type NamedRecording, findRecordingFile, chooseRecording } from '../recording';

/** Reads a run's profiles, of all operations or of those that are asked for. */
async function readProfiles(
  run: StoredRun,
  patterns: readonly string[],
): Promise<readonly Profile[]> {
  const profile = await requireProfile(run.folder);
  const profiles = selectProfiles(profile, patterns);
  if (profiles.length > 0) return profiles;
  throw noProfiledOperation(run, profile.operations, patterns);
}

/** Writes the profile of a run for another profiler. */
async function exportProfile(
  run: StoredRun,
  format: ProfileFormat,
  args: Arguments,
  context: Context,
): Promise<ExitCode> {
  const { cwd, terminal } = context;
  const profiles = await readProfiles(run, args.values.get('bench') ?? []);
  const output = getOptionValue(args, 'output') ?? `${run.id}.${format.ending}`;
  const isJson = args.flags.has('json');
  const written = format.write(profiles);
  if (output === '-') {
    if (typeof written !== 'string') throw usage(`${format.id} is not text: name a file with -o.`);
    if (isJson) throw usage('-o - writes the format itself.', 'Leave out --json, or name a file.');
    await terminal.out(written);
    return exitCodes.ok;
  }
  const file = resolve(cwd, output);
  await writeNamedFile(file, written);
  const operations = profiles.map(({ name }) => name);
  if (isJson) await printJson(context, { run: run.id, format: format.id, file, operations });
  else terminal.report(`${plural(operations.length, 'operation')} of ${run.id} written to ${file}`);
  return exitCodes.ok;
}

/** Packs a run and its recordings into one file. */
async function packRun(run: StoredRun, args: Arguments, context: Context): Promise<ExitCode> {
  const { cwd, terminal } = context;
  const output = getOptionValue(args, 'output') ?? `${run.id}.cyclescope`;
  if (output === '-')
    throw usage(
      'An exported run is not text and cannot go to standard output: name a file with -o.',
    );
  const tool = `cyclescope ${await readPackageVersion(context)}`;
  const { missing, bytes, files, id, file } = await exportRun(run, resolve(cwd, output), tool);
  for (const name of missing) terminal.report(`${name} is missing and was skipped.`);
  if (args.flags.has('json')) {
    await printJson(context, { run: id, file, bytes, files, missing });
    return exitCodes.ok;
  }
  const size = `${Math.ceil(bytes / 1024)} KiB`;
  terminal.report(`${id} with ${files.join(', ')} written to ${file} (${size})`);
  return exitCodes.ok;
}

/** Writes a recording for another tool. */
async function exportRecording(
  { path, name }: NamedRecording,
  format: TraceFormat,
  args: Arguments,
  context: Context,
): Promise<ExitCode> {
  const { cwd, terminal, signal } = context;
  if (args.values.has('bench')) throw usage('--bench belongs to formats of profiles.');
  const output = getOptionValue(args, 'output') ?? `${name}.${format.ending}`;
  if (output === '-') throw usage('A trace goes into a file: name it with -o.');
  const file = resolve(cwd, output);
  const { events, problems } = await exportTrace(path, format, file, signal);
  for (const problem of problems) terminal.report(visibleLine(problem));
  if (args.flags.has('json')) {
    await printJson(context, { recording: path, format: format.id, file, events, problems });
  } else terminal.report(`${formatNumber(events)} events of ${path} written to ${file}`);
  return exitCodes.ok;
}

/** `cyclescope export` */
export const exportCommand: Command = {
  spec: {
    name: 'export',
    about:
      'pack a run and its recordings into one file, or write its trace or profile for other tools',
    details:
      `${RUN_DETAILS}\nWith a format of traces, it may also be the file of any recording.\n\n` +
      `Formats of traces:\n${choiceLines(traceFormats)}\n\n` +
      `Formats of profiles:\n${choiceLines(profileFormats)}`,
    positionals: { name: 'RUN', min: 1, max: 1 },
    options: {
      format: { value: 'F', about: 'write the trace or the profile in this format' },
      bench: {
        value: 'GLOB',
        about: 'with a format of profiles: these operations (all)',
        repeated: true,
      },
      output: { value: 'FILE', short: 'o', about: 'file to write (<id>.cyclescope)' },
    },
  },
  run: async (args, context) => {
    const { cwd } = context;
    const [reference = ''] = args.positionals;
    const format = parseChoiceOption(args, 'format', 'format', [
      ...traceFormats,
      ...profileFormats,
    ]);
    if (!format && args.values.has('bench')) throw usage('--bench belongs to --format.');
    const findRun = () => resolveRun(reference, { cwd, runsFolder: getRunsFolder(cwd) });
    const trace = traceFormats.find((each) => each === format);
    if (trace !== undefined) {
      const recording = await findRecordingFile(reference, cwd);
      return exportRecording(
        recording ?? (await chooseRecording(await findRun())),
        trace,
        args,
        context,
      );
    }
    const profile = profileFormats.find((each) => each === format);
    const run = await findRun();
    return profile ? exportProfile(run, profile, args, context) : packRun(run, args, context);
  },
};
