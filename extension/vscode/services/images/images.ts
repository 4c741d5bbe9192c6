import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as vscode from 'vscode';
import { parseSourceLine } from '../../../agent';
import { EngineError, RemoteFailure } from '../../../base';
import { bareImages, getImagesName, machineImages, type Target } from '../../../targets';
import {
  findTargetImage,
  type FoundManifest,
  type ImageFolder,
  listImageFolders,
  isOutdated,
  isOwnBench,
  describePassedOverImage,
} from '../../../toolchain';
import {
  type BuildEnd,
  type Home,
  type HomeTarget,
  type ImageBenches,
  type Images,
  type Projects,
  registerCommand,
  chooseRemedy,
  type Services,
  showFailure,
} from '../../common';
import { commands } from '../../names';
import { hasChanged, programEnvironment } from '../settings';
import { requireTrust } from '../trust';
import { buildTarget, chooseParts, includeSource, listOfferedExtras, type Parts } from './build';
import { watchElfs, watchImageFolders, watchSources } from './watch';

/** The images of each home's targets. */
export function newImages(services: BuildServices): Images {
  const { context, homes, log, projects } = services;
  const changed = new vscode.EventEmitter<Home>();
  const known = new Map<string, Promise<ImageBenches>>();
  const problems = vscode.languages.createDiagnosticCollection('cyclescope');
  const building = new Map<string, Promise<BuildEnd>>();

  const folders = (home: Home) =>
    listImageFolders({
      cwd: home.cwd,
      packageFolder: context.extensionUri.fsPath,
      environment: programEnvironment(context, home),
    });
  const read = async (home: Home, target: Target) => {
    const image = await readBenches(folders(home), target, describeMissingImage(target), (text) =>
      log.info(text),
    );
    return projects.builds(home, target.id) ? markOutdated(image, home.cwd) : image;
  };
  const benches = (home: Home, target: Target) => {
    const key = JSON.stringify([home.id, target.id, target.elfs, target.images]);
    const found = known.get(key) ?? read(home, target);
    known.set(key, found);
    found.catch(() => known.delete(key));
    return found;
  };
  const forget = (home: Home) => {
    for (const key of known.keys()) {
      if ((JSON.parse(key) as readonly string[])[0] === home.id) known.delete(key);
    }
    changed.fire(home);
  };
  const build = (home: Home, target: Target, parts?: Parts) => {
    const key = JSON.stringify([home.id, target.id]);
    const running =
      building.get(key) ??
      buildNow({ ...services, problems }, home, target, { benches, parts }).finally(() => {
        building.delete(key);
        forget(home);
      });
    building.set(key, running);
    return running;
  };
  context.subscriptions.push(
    changed,
    problems,
    watchImageFolders({ homes, folders }, forget),
    watchSources(homes, forget),
    watchElfs(services, forget),
    vscode.workspace.onDidChangeConfiguration((event) => {
      for (const home of homes.list()) if (hasChanged(event, 'imagesFolder', home)) forget(home);
    }),
    // An images folder ignored without trust becomes valid.
    vscode.workspace.onDidGrantWorkspaceTrust(() => homes.list().forEach(forget)),
    ...buildCommands(services, { benches, build }),
  );
  const areBuilt = (home: Home, target: Target) =>
    target.elfs === undefined || projects.builds(home, target.id);
  return { onDidChange: changed.event, folders, benches, areBuilt, build };
}

const describeMissingImage = ({ id }: Target) => ({
  none: vscode.l10n.t('There is no image for {0} yet.', id),
  unusable: (why: string) => vscode.l10n.t('The image for {0} cannot be used: {1}', id, why),
});

async function buildNow(
  services: BuildServices & { readonly problems: vscode.DiagnosticCollection },
  home: Home,
  target: Target,
  { benches, parts }: { readonly benches: Images['benches']; readonly parts: Parts | undefined },
): Promise<BuildEnd> {
  const ofProject = await services.projects.rebuild(home, target.id);
  return ofProject ?? buildTarget(services, home, target.id, await benches(home, target), parts);
}

/** The argument of the command *Build the target's images*. */
interface BuildArgument {
  readonly home?: string;
  readonly target?: string;
  /** A source with a benchmark to include. */
  readonly source?: string;
  /** Builds an image although the one that comes with the extension has every benchmark. */
  readonly isAnew?: boolean;
  /** The benchmarks to measure after the build. */
  readonly patterns?: readonly string[];
}

/** The services needed to build. */
type BuildServices = Pick<Services, 'context' | 'log' | 'homes' | 'targets'> & {
  readonly projects: Projects;
};

interface Builder extends Pick<Images, 'benches'> {
  readonly build: (home: Home, target: Target, parts?: Parts) => Promise<BuildEnd>;
}

/** Registers the commands that build images. */
function buildCommands(services: BuildServices, builder: Builder): readonly vscode.Disposable[] {
  return [
    registerCommand(services, commands.buildImage, (argument?: BuildArgument) =>
      buildWanted(services, builder, argument),
    ),
    registerCommand(services, commands.buildImageWith, (argument?: BuildArgument) =>
      buildWithParts(services, builder, argument),
    ),
  ];
}

/** The target to build for, from a command's argument or the user's choice. */
async function chooseHomeTarget(
  { homes, targets }: BuildServices,
  { home: homeId, target: targetId }: BuildArgument,
): Promise<HomeTarget | undefined> {
  const home = await homes.choose(homeId);
  if (!home) return undefined;
  return { home, target: (targetId && targets.find(home, targetId)) || targets.active(home) };
}

/** Asks for optional parts of the images, and builds them. */
async function buildWithParts(
  services: BuildServices,
  { benches, build }: Builder,
  argument: BuildArgument = {},
): Promise<void> {
  const what = vscode.l10n.t('The image cannot be built now.');
  const homeTarget = (await requireTrust(what)) && (await chooseHomeTarget(services, argument));
  if (!homeTarget) return;
  const { home, target } = homeTarget;
  const present = await benches(home, target);
  const offers = await listOfferedExtras(services, home);
  const parts = await chooseParts(target.id, present, offers);
  if (parts) showBuildFailure(services, homeTarget, await build(home, target, parts));
}

function showBuildFailure(
  services: BuildServices,
  { home, target }: HomeTarget,
  end: BuildEnd,
): void {
  if (end.kind !== 'impossible') return;
  const remedy = chooseRemedy(end.failure, { home: home.id, target: target.id }, vscode.l10n.t);
  void showFailure(services, new RemoteFailure(end.failure), remedy);
}

const NOTHING_MORE: Parts = { extras: [], agreed: [] };

async function buildWanted(
  services: BuildServices,
  { benches, build }: Builder,
  { source, patterns, isAnew = false, ...named }: BuildArgument = {},
): Promise<void> {
  const { projects } = services;
  const homeTarget = await chooseHomeTarget(services, named);
  if (!homeTarget) return;
  const { home, target } = homeTarget;
  const uri = source === undefined ? undefined : vscode.Uri.parse(source);
  // A project with the agent is built its own way.
  if (uri && (await projects.benchmarkSource(uri, patterns ?? []))) return;
  if (uri && !(await includeSource(home, uri))) return;
  const present = await benches(home, target);
  const isShipped = 'benches' in present && present.origin === 'shipped';
  const end = await build(home, target, isAnew && isShipped ? NOTHING_MORE : undefined);
  showBuildFailure(services, homeTarget, end);
  if (end.kind !== 'built' || !patterns) return;
  await vscode.commands.executeCommand(commands.run, {
    home: home.id,
    target: target.id,
    patterns,
  });
}

type Sought = Pick<Target, 'id' | 'images' | 'elfs' | 'identify' | 'board'>;

/** Messages on what is missing, in the user's language. */
interface MissingWords {
  readonly none: string;
  readonly unusable: (why: string) => string;
}

/** Reads the benchmarks of the first image that a target has; `report` logs. */
export async function readBenches(
  imageFolders: readonly ImageFolder[],
  target: Sought,
  words: MissingWords,
  report: (text: string) => void,
): Promise<ImageBenches> {
  for (const images of imageNames(target)) {
    try {
      const found = await findTargetImage({ ...target, images }, imageFolders, 'headline');
      const passedOver = describePassedOverImage(found);
      if (passedOver !== undefined) report(passedOver);
      const own = imageFolders.find(({ origin }) => origin === found.origin)?.sources;
      return await toImageBenches(found, own);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (error.code !== 'no-image') return { missing: words.unusable(error.message) };
      if (target.elfs) return { missing: error.message };
    }
  }
  return { missing: words.none };
}

/** `cwd`: the base of paths of the user's own sources, if there can be some. */
async function toImageBenches(
  { manifest, file, origin }: FoundManifest,
  cwd: string | undefined,
): Promise<ImageBenches> {
  const { mtime } = await stat(file);
  const { benches, extras, sha256, texts = {}, sources: digests } = manifest;
  const outdated = cwd !== undefined && (await isOutdated(manifest, cwd));
  const sources = cwd === undefined || digests === undefined ? undefined : { cwd, digests };
  return { benches, extras, sha256, texts, origin, builtAt: mtime, isOutdated: outdated, sources };
}

/**
 * Names under which a target's images may be found, the most likely first. Until a machine has been
 * asked, the images for any Linux replace its own: they contain the same benchmarks.
 */
export function imageNames(
  target: Pick<Target, 'id' | 'images' | 'identify' | 'board'>,
): readonly string[] {
  if (target.images !== undefined || !target.identify) return [getImagesName(target)];
  return target.board?.bare === undefined ? machineImages : bareImages;
}

/**
 * Compares an image of the user's own build with the sources by age: such a build stores no
 * digests, and links again whenever a source is younger.
 */
export async function markOutdated(image: ImageBenches, folder: string): Promise<ImageBenches> {
  if ('missing' in image) return image;
  const own = image.benches
    .filter(isOwnBench)
    .map(({ at }) => resolve(folder, parseSourceLine(at).file));
  const ages = await Promise.all([...new Set(own)].map(readChangeTime));
  return { ...image, isOutdated: ages.some((age) => age > image.builtAt.getTime()) };
}

/** A source that is gone, or is elsewhere, counts as unchanged. */
async function readChangeTime(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  return found?.mtimeMs ?? 0;
}
