import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import type { ImageBuild, ImageManifest } from '../../core/agent/manifest';
import { readElf } from '../../core/elf/elf';
import { neededLibc } from '../../core/elf/needed-libc';
import { readRegistry } from '../../core/elf/registry';
import { EngineError } from '../error';
import { digestSources } from '../images/source-digests';
import { C_SOURCES, placeOf } from './c-sources';
import { compile, inParallel } from './compiler';
import { BENCH_FLAGS, type Recipe } from './recipe-types';
import { benchTexts } from './texts';

/** Everything that one image is made from. */
export interface ImagePlan extends ImageParts {
  /** What the user's sources include. */
  readonly userHeaders: readonly string[];
  readonly inputs: string;
}

/** What is known before the user's sources are looked through. */
export interface ImageParts {
  readonly recipe: Recipe;
  readonly build: ImageBuild;
  readonly packageFolder: string;
  /** Where the sources lie that others wrote. */
  readonly cSources: string;
  readonly cwd: string;
  readonly userFiles: readonly string[];
  readonly compilerVersion: string;
  readonly onMessage: (text: string) => void;
  readonly signal?: AbortSignal | undefined;
}

interface Unit {
  readonly source: string;
  readonly object: string;
  readonly args: readonly string[];
}

/** The flags as a person would write them, for the manifest and the agent's own facts. */
export function flagsText(recipe: Recipe): string {
  return recipe.flags.join(' ');
}

/** Compiles and links one image into `folder`, replacing what was there only when all went well. */
export async function makeImage(plan: ImagePlan, folder: string): Promise<ImageManifest> {
  const work = await mkdtemp(join(tmpdir(), 'cyclescope-build-'));
  try {
    const units = compileUnits(plan, work);
    await inParallel(units, (unit) => compileOne(plan, unit));
    await link(plan, units, work);
    const manifest = await describe(plan, join(work, 'agent.elf'));
    await writeFile(join(work, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    await install(work, folder);
    return manifest;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function compileUnits(plan: ImagePlan, work: string): readonly Unit[] {
  const { recipe } = plan;
  const ours = recipe.sources
    .filter(({ build = plan.build }) => build === plan.build)
    .flatMap(({ files, ours: own, flags }) =>
      files.map((file) => ({
        source: placeOf(file, plan.packageFolder, plan.cSources),
        // The map file tells parts by their folders.
        folder: dirname(file),
        extra: [...(own ? recipe.warnings : ['-w']), ...(flags ?? [])],
      })),
    );
  const users = plan.userFiles.map((source, index) => ({
    source,
    folder: `user-${index}`,
    extra: userFlags(source),
  }));
  return [...ours, ...users].map(({ source, folder, extra }) => {
    const object = join(work, folder, `${basename(source, '.c')}.o`);
    return { source, object, args: [...commonArgs(plan), ...extra, '-c', source, '-o', object] };
  });
}

const userFlags = (source: string) => ['-Wall', ...BENCH_FLAGS, `-I${dirname(source)}`];

/** What the compiler is told about one of the user's sources. */
export function userArgs(plan: ImageParts, source: string): readonly string[] {
  return [...commonArgs(plan), ...userFlags(source)];
}

function commonArgs(plan: ImageParts): readonly string[] {
  const { recipe, packageFolder, cSources } = plan;
  const define = (name: string, text: string) => `-D${name}="${text.replaceAll('"', '\\"')}"`;
  return [
    ...recipe.flags,
    // Places are told relative to the package or to the user's folder, the same on every machine.
    `-ffile-prefix-map=${packageFolder}/=`,
    `-ffile-prefix-map=${plan.cwd}/=`,
    `-ffile-prefix-map=${cSources}/=${C_SOURCES}/`,
    ...recipe.includes.map((folder) => `-I${join(packageFolder, folder)}`),
    ...recipe.systemIncludes.flatMap((folder) => [
      '-isystem',
      placeOf(folder, packageFolder, cSources),
    ]),
    ...recipe.defines(plan.build).map((text) => `-D${text}`),
    define('CYCLESCOPE_IMAGE', plan.build),
    define('CYCLESCOPE_COMPILER', plan.compilerVersion),
    define('CYCLESCOPE_FLAGS', flagsText(recipe)),
  ];
}

async function compileOne(plan: ImagePlan, unit: Unit): Promise<void> {
  plan.signal?.throwIfAborted();
  await mkdir(dirname(unit.object), { recursive: true });
  const { succeeded, messages } = await compile(plan.recipe.compiler, unit.args, plan.cwd, plan.signal);
  if (messages) plan.onMessage(messages);
  if (succeeded) return;
  throw new EngineError('build-failed', `${relative(plan.cwd, unit.source)} does not compile.`);
}

async function link(plan: ImagePlan, units: readonly Unit[], work: string): Promise<void> {
  const { recipe, packageFolder } = plan;
  const { succeeded, messages } = await compile(
    recipe.compiler,
    [
      ...recipe.flags,
      ...recipe.linkFlags,
      '-Wl,--build-id=none',
      ...scriptFlags(recipe, packageFolder),
      `-Wl,-Map=${join(work, 'agent.map')}`,
      ...units.map((unit) => relative(work, unit.object)),
      '-o',
      'agent.elf',
    ],
    work,
    plan.signal,
  );
  if (messages) plan.onMessage(messages);
  if (!succeeded) throw new EngineError('refused', `The ${plan.build} image does not link.`);
}

function scriptFlags({ linkerScript, includes }: Recipe, packageFolder: string) {
  if (linkerScript === undefined) return [];
  const folders = includes.map((folder) => `-L${join(packageFolder, folder)}`);
  return [...folders, '-T', join(packageFolder, linkerScript)];
}

async function describe(plan: ImagePlan, path: string): Promise<ImageManifest> {
  const bytes = await readFile(path);
  const elf = readElf(bytes);
  const { benches, problems } = readRegistry(elf);
  const glibc = neededLibc(elf);
  if (problems.length > 0) {
    throw new EngineError('bad-image', `The image's benchmarks cannot be read: ${problems.join('; ')}.`);
  }
  return {
    schema: 1,
    target: plan.recipe.target,
    build: plan.build,
    elf: 'agent.elf',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    hooks: plan.build === 'traced' ? 1 : 0,
    inputs: plan.inputs,
    ...(glibc !== undefined && { glibc }),
    compiler: plan.compilerVersion,
    flags: flagsText(plan.recipe),
    benches,
    texts: await benchTexts(benches, plan),
    ...(plan.userFiles.length > 0 && {
      sources: await digestSources([...plan.userFiles, ...plan.userHeaders], plan.cwd),
    }),
    components: plan.recipe.components,
  };
}

/** The manifest comes last: whoever finds one finds the rest. */
async function install(work: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await rm(join(folder, 'manifest.json'), { force: true });
  for (const name of ['agent.elf', 'agent.map', 'manifest.json']) {
    const partial = join(folder, `.${name}.partial`);
    await writeFile(partial, await readFile(join(work, name)));
    await rename(partial, join(folder, name));
  }
}
