import { resolve } from 'node:path';
import { EngineError } from '../../base';
import {
  exportRun,
  anyMatcher,
  readProfile,
  resolveRun,
  type RunPlace,
  runsFolderOf,
  writeNamedFile,
} from '../../engine';
import { plural } from '../../measure';
import { newProfile, type Profile, profileFormats } from '../../profile';
import { type Arguments, choiceLines, choiceOf, optionValueOf, usage } from '../args';
import { type Command, type ExitCode, exitCodes, printJson, RUN_DETAILS } from '../command';
import { type Context, versionOf } from '../context';

/** Reads a run's profiles, of all operations or of those that are asked for. */
async function readProfiles(run: RunPlace, patterns: readonly string[]): Promise<Profile[]> {
  const profile = await readProfile(run.folder);
  if (profile === undefined) {
    throw new EngineError(
      'unreadable',
      `${run.id} has no profile.`,
      `Make it with cyclescope profile ${run.id}.`,
    );
  }
  const isAsked = anyMatcher(patterns);
  const profiles = profile.operations.flatMap((operation) => {
    // Parameters follow the name.
    const [suite = '', op = ''] = operation.name.replace(/ .*/, '').split('/');
    return isAsked({ suite, op }) ? newProfile(operation.name, profile.code, operation) : [];
  });
  if (profiles.length > 0) return profiles;
  const names = profile.operations.map(({ name }) => name).join(', ');
  throw new EngineError(
    'unknown-benchmark',
    `The profile of ${run.id} has no operation that matches ${patterns.join(', ')}.`,
    `It has ${names}.`,
  );
}

/** Writes the profile of a run for another profiler. */
async function exportProfile(run: RunPlace, args: Arguments, context: Context): Promise<ExitCode> {
  const { cwd, terminal } = context;
  const format = choiceOf(args, 'format', 'profile format', profileFormats) ?? profileFormats[0];
  if (format === undefined) return exitCodes.usage;
  const profiles = await readProfiles(run, args.values.get('bench') ?? []);
  const output = optionValueOf(args, 'output') ?? `${run.id}.${format.ending}`;
  const isJson = args.flags.has('json');
  const written = format.write(profiles);
  if (output === '-') {
    if (typeof written !== 'string') throw usage(`${format.id} is not text: name a file with -o.`);
    if (isJson) await printJson(context, { run: run.id, format: format.id, text: written });
    else await terminal.out(written);
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
async function packRun(run: RunPlace, args: Arguments, context: Context): Promise<ExitCode> {
  const { cwd, terminal } = context;
  const output = optionValueOf(args, 'output') ?? `${run.id}.cyclescope`;
  if (output === '-')
    throw usage(
      'An exported run is not text and cannot go to standard output: name a file with -o.',
    );
  const tool = `cyclescope ${await versionOf(context)}`;
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

/** `cyclescope export` */
export const exportCommand: Command = {
  spec: {
    name: 'export',
    about: 'pack a run and its recordings into one file, or write its profile for other tools',
    details: `${RUN_DETAILS}\n\nFormats of profiles:\n${choiceLines(profileFormats)}`,
    positionals: { name: 'RUN', min: 1, max: 1 },
    options: {
      format: { value: 'F', about: 'write the profile in this format' },
      bench: {
        value: 'GLOB',
        about: 'with --format: these operations (all)',
        repeated: true,
      },
      output: { value: 'FILE', short: 'o', about: 'file to write (<id>.cyclescope)' },
    },
  },
  run: async (args, context) => {
    const { cwd } = context;
    const [reference = ''] = args.positionals;
    const isProfile = optionValueOf(args, 'format') !== undefined;
    if (!isProfile && args.values.has('bench')) throw usage('--bench belongs to --format.');
    const run = await resolveRun(reference, { cwd, runsFolder: runsFolderOf(cwd) });
    return isProfile ? exportProfile(run, args, context) : packRun(run, args, context);
  },
};
