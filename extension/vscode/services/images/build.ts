import { isAbsolute, relative, resolve } from 'node:path';
import * as vscode from 'vscode';
import { toFailure } from '../../../base';
import {
  declaresBenchmarks,
  ELSEWHERE,
  languages,
  MOST_FILES,
  sourceEndings,
} from '../../../toolchain';
import type { SystemCalls } from '../../../workers';
import {
  callInWorker,
  type BuildEnd,
  confirm,
  type Home,
  type ImageBenches,
  pickSeveral,
  chooseRemedy,
  type Services,
  showFailure,
  showInformation,
  withProgress,
} from '../../common';
import { settings } from '../../names';
import { compilerMessages, showProblems } from '../problems';
import { programEnvironment, readSettings } from '../settings';
import { requireTrust } from '../trust';

type Needed = Pick<Services, 'context' | 'log'> & {
  /** Problems of the latest build. */
  readonly problems: vscode.DiagnosticCollection;
};
type Built = SystemCalls['buildImages']['gives'];

/**
 * Builds a target's images with the home's own benchmarks and shows progress; by default with the
 * optional parts of the present images.
 */
export async function buildTarget(
  services: Needed,
  home: Home,
  target: string,
  present: ImageBenches,
  wanted?: Parts,
): Promise<BuildEnd> {
  const what = vscode.l10n.t('The image cannot be built now.');
  if (!(await requireTrust(what))) return { kind: 'called-off' };
  await vscode.workspace.saveAll(false);
  const title = vscode.l10n.t('Building the images for {0}', target);
  try {
    const built = await withProgress(title, (report, signal) => {
      const showStep = (message: string) => report({ message });
      return build(services, home, target, { present, wanted }, { signal, showStep });
    });
    if (built) showBuilt(services, target, built);
    return { kind: built ? 'built' : 'called-off' };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code === 'cancelled') return { kind: 'called-off' };
    if (failure.code === 'missing-program') return { kind: 'impossible', failure };
    // A build is the remedy for a run's failure, but not for its own.
    const remedy =
      failure.code === 'build-failed'
        ? chooseRemedy(failure, { home: home.id, target }, vscode.l10n.t)
        : undefined;
    void showFailure(services, error, remedy);
    return { kind: 'failed', failure };
  }
}

interface Watch {
  readonly signal: AbortSignal;
  readonly showStep: (message: string) => void;
}

async function build(
  services: Needed,
  home: Home,
  target: string,
  { present, wanted }: { readonly present: ImageBenches; readonly wanted: Parts | undefined },
  { signal, showStep }: Watch,
): Promise<Built | undefined> {
  const { context, log, problems } = services;
  showStep(vscode.l10n.t('searching for your benchmarks'));
  const sources = await benchmarkSources(home, signal);
  if (signal.aborted) return undefined;
  const parts = wanted ?? (await partsAgain(services, home, present));
  if (!wanted && sources.length + parts.extras.length === 0 && 'benches' in present) {
    showNothingToBuild(home);
    return undefined;
  }
  showStep(vscode.l10n.t('compiling'));
  const messages: string[] = [];
  problems.clear();
  log.info(`building the images for ${target} with`, sources);
  const onReport = ({ text }: { readonly text: string }) => {
    messages.push(text);
    log.info(text.trimEnd());
  };
  const call = callInWorker<SystemCalls>(context, 'system', programEnvironment(context, home));
  try {
    return await call(
      'buildImages',
      { target, sources, ...parts, packageFolder: context.extensionUri.fsPath, cwd: home.cwd },
      { signal, onReport },
    );
  } finally {
    showProblems(problems, compilerMessages(messages.join('\n')), home.cwd);
  }
}

async function partsAgain(services: Needed, home: Home, present: ImageBenches): Promise<Parts> {
  const hasSome = 'benches' in present && (present.extras ?? []).length > 0;
  return keepParts(present, hasSome ? await listOfferedExtras(services, home) : []);
}

function showBuilt({ log }: Pick<Needed, 'log'>, target: string, built: Built): void {
  for (const { build, folder, benches, upToDate } of built) {
    const state = upToDate ? 'up to date' : 'built';
    log.info(`${target} ${build}: ${state}, ${benches} benchmarks, ${folder}`);
  }
  const [{ benches = 0, found = [] } = {}] = built;
  const isNew = built.some(({ upToDate }) => !upToDate);
  if (isNew && found.length > 0)
    void showInformation(
      vscode.l10n.t('Also built, because your benchmarks need it: {0}', found.join(', ')),
    );
  const text = isNew
    ? vscode.l10n.t('The images for {0} are built: {1} benchmarks.', target, benches)
    : vscode.l10n.t('The images for {0} are up to date: {1} benchmarks.', target, benches);
  vscode.window.setStatusBarMessage(`$(check) ${text}`, 8000);
}

/** Without the user's benchmarks, the image would equal the existing one. */
function showNothingToBuild({ title }: Home): void {
  void showInformation(
    vscode.l10n.t(
      'No source file in {0} declares a benchmark. The existing image already contains every benchmark that comes with Cyclescope.',
      title,
    ),
  );
}

type Offer = SystemCalls['extras']['gives'][number];
type Licence = NonNullable<Offer['licence']>;

/** Optional parts of an image, and the licences that the user accepted. */
export interface Parts {
  readonly extras: readonly string[];
  readonly agreed: readonly string[];
}

/**
 * The parts to rebuild an image with: those that it has. Their licences were accepted when it was
 * built here; images from elsewhere do not record that.
 */
function keepParts(present: ImageBenches, offers: readonly Offer[]): Parts {
  const extras = 'missing' in present || present.origin !== 'built' ? [] : (present.extras ?? []);
  return { extras, agreed: listLicences(offers, extras).map(({ name }) => name) };
}

/** The available optional parts. */
export function listOfferedExtras(
  { context }: Pick<Services, 'context'>,
  home: Home,
): Promise<readonly Offer[]> {
  const call = callInWorker<SystemCalls>(context, 'system', programEnvironment(context, home));
  return call('extras', {});
}

/** Asks for parts and for consent to their licences; undefined if the user cancels. */
export async function chooseParts(
  target: string,
  present: ImageBenches,
  offers: readonly Offer[],
): Promise<Parts | undefined> {
  const { extras: before } = keepParts(present, offers);
  const items = offers.map((offer) => ({
    label: offer.name,
    description: describeOffer(offer),
    picked: before.includes(offer.name),
  }));
  const placeHolder = vscode.l10n.t('Select what else to build into the images for {0}', target);
  const picked = await pickSeveral(items, { placeHolder });
  if (!picked) return undefined;
  const extras = picked.map(({ label }) => label);
  for (const licence of listLicences(offers, extras)) {
    if (!(await agrees(licence))) return undefined;
  }
  return { extras, agreed: listLicences(offers, extras).map(({ name }) => name) };
}

const listLicences = (offers: readonly Offer[], extras: readonly string[]) =>
  offers.filter(({ name }) => extras.includes(name)).flatMap(({ licence }) => licence ?? []);

async function agrees({ name, terms }: Licence): Promise<boolean> {
  const question = vscode.l10n.t('Do you agree to the licence of {0}?', name);
  const yes = vscode.l10n.t('Agree and Build');
  return confirm(question, { detail: vscode.l10n.t(terms), yes });
}

/** The description in the user's language. */
function describeOffer({ name, about }: Offer): string {
  const language = languages.find(({ id }) => id === name)?.name;
  return language === undefined
    ? vscode.l10n.t(about)
    : vscode.l10n.t("the kernel's operations as {0} calls them", language);
}

/** Folders that never contain the user's own benchmarks: neither do the examples of our own. */
const WITHOUT_BENCHMARKS = `**/{${[...ELSEWHERE, 'sdk-integration'].join(',')}}/**`;

/**
 * The user's own benchmark sources in a home: those named in the setting, otherwise every source in
 * the folder that declares a benchmark.
 */
export async function benchmarkSources(
  home: Home,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { benchmarks } = readSettings(home);
  if (benchmarks.length > 0 || !home.folder) return benchmarks;
  const pattern = new vscode.RelativePattern(home.folder, `**/*.{${sourceEndings.join(',')}}`);
  const files = await vscode.workspace.findFiles(pattern, WITHOUT_BENCHMARKS, MOST_FILES);
  return findDeclaringFiles(
    files.map(({ fsPath }) => fsPath),
    signal,
  );
}

/**
 * Makes sure that a file is built, too: if the setting names only others, it is added with the
 * user's consent. Returns whether to continue.
 */
export async function includeSource(home: Home, source: vscode.Uri): Promise<boolean> {
  const { benchmarks } = readSettings(home);
  if (benchmarks.length === 0 || includesFile(benchmarks, home.cwd, source.fsPath)) return true;
  const path = relative(home.cwd, source.fsPath);
  const add = vscode.l10n.t('Add and Build');
  const question = vscode.l10n.t('{0} is not built into the images yet.', path);
  if ((await showInformation(question, add)) !== add) return false;
  await addToSetting(home, benchmarks, [path]);
  return true;
}

/** Writes the sources of a folder's images into its setting: those that it has, and more. */
async function addToSetting(
  { cwd, folder }: Home,
  present: readonly string[],
  more: readonly string[],
): Promise<void> {
  const toRelativePath = (path: string) =>
    (isAbsolute(path) ? relative(cwd, path) : path).replaceAll('\\', '/');
  await vscode.workspace
    .getConfiguration(undefined, folder)
    .update(
      settings.benchmarks,
      [...new Set([...present, ...more].map(toRelativePath))],
      vscode.ConfigurationTarget.WorkspaceFolder,
    );
}

// The number of files read in parallel: enough to keep a disk busy.
const AT_ONCE = 16;

/** The files that declare a benchmark, in order; unreadable ones declare none. */
export async function findDeclaringFiles(
  files: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let from = 0; from < files.length && !signal.aborted; from += AT_ONCE) {
    const some = files.slice(from, from + AT_ONCE);
    const declares = await Promise.all(some.map(declaresBenchmarks));
    found.push(...some.filter((_, index) => declares[index]));
  }
  return found.sort();
}

/** True if a file is among the given files and folders, which are relative to a folder. */
export function includesFile(named: readonly string[], cwd: string, file: string): boolean {
  return named.some((name) => {
    const inside = relative(resolve(cwd, name), file);
    return inside === '' || (!inside.startsWith('..') && !isAbsolute(inside));
  });
}
