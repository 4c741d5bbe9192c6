import { EngineError, toTextReporter } from '../../base';
import { getImagesName } from '../../targets';
import {
  buildableTargets,
  buildImages,
  type BuiltImage,
  extraNames,
  extrasNamed,
} from '../../toolchain';
import { type Arguments, getRequiredValue } from '../args';
import { type Command, type ExitCode, exitCodes, printJson } from '../command';
import type { Context } from '../context';
import { collectLicences, licenceOptions } from '../licences';
import { buildNamed, optionalTarget, projectOptions, requireTarget } from '../project';
import { resolveTargetOption } from '../target';

function imageLine({ folder, manifest, upToDate }: BuiltImage): string {
  const state = upToDate ? 'up to date' : 'built';
  const count = `${manifest.benches.length} benchmarks`;
  return `${manifest.target} ${manifest.build}: ${state}, ${count}, ${folder}\n`;
}

/** Images can also be built, by name, for boards that are not connected. */
export async function imagesToBuild(args: Arguments, context: Context): Promise<string> {
  const id = getRequiredValue(args, 'target');
  if (buildableTargets().includes(id)) return id;
  const target = await resolveTargetOption(args, context);
  const { howToBuild } = target;
  if (howToBuild === undefined) return getImagesName(target);
  throw new EngineError('refused', `Cyclescope does not build the images of ${id}.`, howToBuild);
}

async function buildOfProject(args: Arguments, context: Context): Promise<ExitCode> {
  const { project, built } = await buildNamed(args, context);
  const { files, benches } = built;
  if (args.flags.has('json')) {
    await printJson(context, { project: project.folder, files, benches: benches.length });
  } else {
    const lines = Object.entries(files).map(
      ([build, file]) => `${project.title} ${build}: ${file}\n`,
    );
    await context.terminal.out(`${lines.join('')}${benches.length} benchmarks\n`);
  }
  return exitCodes.ok;
}

/** `cyclescope build` */
export const buildCommand: Command = {
  spec: {
    name: 'build',
    about: "build a target's images from the built-in benchmarks and yours",
    options: {
      target: optionalTarget,
      ...projectOptions,
      source: { value: 'FILE-OR-DIR', about: 'add a benchmark of your own', repeated: true },
      with: {
        value: 'EXTRA',
        about: `add an optional part: ${extraNames.join(', ')}`,
        repeated: true,
      },
      ...licenceOptions,
      static: { about: 'link the C library statically, for a Linux with an older one' },
    },
  },
  run: async (args, context) => {
    requireTarget(args, 'build');
    if (args.values.has('project')) return buildOfProject(args, context);
    const { cwd, packageFolder, signal, terminal } = context;
    const extras = args.values.get('with') ?? [];
    const built = await buildImages({
      target: await imagesToBuild(args, context),
      sources: args.values.get('source') ?? [],
      extras,
      agreed: await collectLicences(args, extrasNamed(extras), terminal),
      withLibc: args.flags.has('static'),
      packageFolder,
      cwd,
      onMessage: toTextReporter(terminal.report),
      signal,
    });
    if (args.flags.has('json')) {
      const images = built.map(({ folder, manifest, upToDate }) => {
        const { target, build, sha256, benches, found = [] } = manifest;
        return { target, build, folder, upToDate, sha256, benches: benches.length, found };
      });
      await printJson(context, { images });
    } else {
      await terminal.out(built.map(imageLine).join(''));
    }
    return exitCodes.ok;
  },
};
