import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, parse, relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type Bench,
  type ImageManifest,
  findNeededLibc,
  parseSourceLine,
  readElf,
  readRegistry,
  type Revision,
} from '../agent';
import { EngineError, systemCode, throwIfCancelled } from '../base';
import { writeWhole } from '../host';
import { resolveRecipePath } from './c-sources';
import { compile, inParallel } from './compiler';
import { digestSources } from './images';
import { link, MAP } from './link';
import { Objects } from './objects';
import {
  findBenches,
  findLanguage,
  listLanguages,
  formatBenchName,
  sourceEndings,
} from './languages';
import {
  type ProgramCall,
  FACTS,
  factFlags,
  flagsText,
  type ImageParts,
  type ImagePlan,
  type Unit,
  userFlags,
  type CompileContext,
} from './plan';
import type { SourceGroup } from './recipe-types';

/** Compiles and links one image into `folder`, replacing the previous one only on success. */
export async function makeImage(plan: ImagePlan, folder: string): Promise<ImageManifest> {
  const work = await mkdtemp(join(tmpdir(), 'cyclescope-build-'));
  try {
    const units = listUnits(plan, work);
    const context = { plan, work };
    const libraries = await prepare(context, units);
    const objects = plan.objects && new Objects(plan.objects);
    // The user's own sources come last and are the likeliest to contain a mistake: they are compiled first.
    await inParallel(units.toReversed(), (unit) => makeObject(context, unit, objects));
    await link(context, units, libraries);
    await objects?.forgetOthers();
    const manifest = await describe(plan, join(work, 'agent.elf'));
    await writeFile(join(work, 'manifest.json'), manifestText(manifest));
    await install(work, folder);
    return manifest;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Compiles all sources. The map file identifies parts by their folders. */
function listUnits(plan: ImagePlan, work: string): readonly Unit[] {
  const { recipe, packageFolder, cSources } = plan;
  const ours = [...recipe.sources, chooseInterfaceSources(plan)]
    .filter(({ build = plan.build }) => build === plan.build)
    .flatMap(({ files, ours: own, flags = [] }) =>
      files.map((file) => ({
        source: resolveRecipePath(file, packageFolder, cSources),
        folder: isAbsolute(file) ? 'extra' : dirname(file),
        flags: [
          ...(own ? recipe.warnings : ['-w']),
          ...flags,
          ...(file === FACTS ? factFlags(plan) : []),
        ],
        isUsers: false,
      })),
    );
  const users = plan.userFiles.map((source, index) => ({
    source,
    folder: `user-${index}`,
    flags: userFlags(source, plan),
    isUsers: true,
  }));
  const taken = new Map<string, number>();
  return [...ours, ...users].map(({ folder, ...unit }) => {
    // A benchmark's source may be compiled several times, as suites of their own.
    const path = join(work, folder, parse(unit.source).name);
    const times = (taken.get(path) ?? 0) + 1;
    taken.set(path, times);
    return { ...unit, object: times === 1 ? `${path}.o` : `${path}-${times}.o` };
  });
}

/** Functions that objects of other languages call. */
function chooseInterfaceSources({ recipe, userFiles }: ImagePlan): SourceGroup {
  const all = [...recipe.sources.flatMap(({ files }) => files), ...userFiles];
  const isNeeded = listLanguages(all).some(({ callsInterface }) => callsInterface);
  return { ours: true, files: isNeeded ? recipe.interface : [] };
}

/** Compiles a source, unless its object is kept from an earlier build. */
async function makeObject(
  context: CompileContext,
  unit: Unit,
  objects: Objects | undefined,
): Promise<void> {
  const { plan } = context;
  throwIfCancelled(plan.signal);
  await mkdir(dirname(unit.object), { recursive: true });
  const language = findLanguage(unit.source);
  if (!language) {
    throw new EngineError(
      'usage',
      `No compiler is known for ${unit.source}.`,
      `Name files that end in ${sourceEndings.map((ending) => `.${ending}`).join(', ')}.`,
    );
  }
  const call = await language.call(unit, context);
  // An object that is made from several files may be old although its own source is not.
  if (!objects || unit.isUsers || language.hasParts) return compileOne(plan, unit, call);
  const askVersion = () => language.version(plan.recipe, plan.signal);
  await objects.make({ unit, call, plan, askVersion, compile: () => compileOne(plan, unit, call) });
}

const FOUND_REMEDY =
  'It is built because a benchmark calls a function that it defines. Define that function beside the ' +
  'benchmark, or name another file that does with --source or in the setting cyclescope.benchmarks.';

async function compileOne(plan: ImageParts, unit: Unit, call: ProgramCall): Promise<void> {
  const { succeeded, messages } = await compile(call.program, call.args, plan.cwd, plan.signal);
  if (messages) plan.onMessage(messages);
  if (succeeded) return;
  const failure = `${relative(plan.cwd, unit.source)} does not compile.`;
  const remedy = plan.foundFiles?.includes(unit.source)
    ? FOUND_REMEDY
    : findLanguage(unit.source)?.remedy?.(messages, plan.recipe);
  throw new EngineError('build-failed', failure, remedy);
}

/** Prepares the runtime objects of every language that is used. */
async function prepare(
  context: CompileContext,
  units: readonly Unit[],
): Promise<readonly string[]> {
  const libraries: string[] = [];
  for (const language of listLanguages(units.map(({ source }) => source))) {
    libraries.push(...((await language.prepare?.(context)) ?? []));
  }
  return libraries;
}

async function describe(plan: ImagePlan, path: string): Promise<ImageManifest> {
  const bytes = await readFile(path);
  const elf = readElf(bytes);
  const { benches, problems } = readRegistry(elf);
  const glibc = findNeededLibc(elf);
  if (problems.length > 0) {
    throw new EngineError(
      'bad-image',
      `The image's benchmarks cannot be read: ${problems.join('; ')}.`,
      'Declare benchmarks only with CYCLESCOPE_BENCH and the forms beside it in bench.h.',
    );
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
    ...(plan.extras && plan.extras.length > 0 && { extras: plan.extras }),
    ...(plan.userFiles.length > 0 && {
      sources: await digestSources([...plan.userFiles, ...plan.userHeaders], plan.cwd),
    }),
    ...(plan.foundFiles?.length && {
      found: plan.foundFiles.map((file) => relative(plan.cwd, file)),
    }),
    ...(plan.revision && { revision: plan.revision }),
    components: plan.recipe.components,
  };
}

const manifestText = (manifest: ImageManifest) => `${JSON.stringify(manifest, undefined, 2)}\n`;

/** Records that an image is up to date at another commit: a new commit by itself makes no new image. */
export async function recordRevision(
  manifest: ImageManifest,
  revision: Revision | undefined,
  folder: string,
): Promise<ImageManifest> {
  if (isDeepStrictEqual(manifest.revision, revision)) return manifest;
  const updated = { ...manifest, revision };
  await writeWhole(join(folder, 'manifest.json'), (unfinished) =>
    writeFile(unfinished, manifestText(updated)),
  );
  return updated;
}

/** Writes the manifest last: where there is one, the rest is complete. */
async function install(work: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await rm(join(folder, 'manifest.json'), { force: true });
  const map = existsSync(join(work, MAP)) ? [MAP] : [];
  for (const name of ['agent.elf', ...map, 'manifest.json']) {
    await writeWhole(join(folder, name), async (unfinished) =>
      writeFile(unfinished, await readFile(join(work, name))),
    );
  }
}

/** The folders that an image's source paths are relative to, the first one first. */
interface SourceRoots {
  readonly cwd: string;
  readonly packageFolder: string;
}

/** Digests of the benchmarks' texts as they are now, by `suite/op`. */
export async function benchTexts(
  benches: readonly Bench[],
  roots: SourceRoots,
): Promise<Readonly<Record<string, string>>> {
  const names = new Set(benches.map(({ suite, op }) => `${suite}/${op}`));
  const files = [...new Set(benches.map(({ at }) => parseSourceLine(at).file))];
  const texts = await Promise.all(files.map((file) => readSource(file, roots)));
  const found = texts.flatMap((text, index) => digestBenches(text, files[index] ?? ''));
  return Object.fromEntries(found.filter(([name]) => names.has(name)));
}

function digestBenches(text: string, file: string) {
  const benches = findBenches(text, file);
  return benches.map((bench) => [formatBenchName(file, bench), bench.digest] as const);
}

async function readSource(file: string, { cwd, packageFolder }: SourceRoots): Promise<string> {
  for (const root of [cwd, packageFolder]) {
    try {
      return await readFile(resolve(root, file), 'utf8');
    } catch (error) {
      if (systemCode(error) !== 'ENOENT' && systemCode(error) !== 'ENOTDIR') throw error;
    }
  }
  return '';
}
