import * as vscode from 'vscode';
import { failureOf } from '../../core/rpc/rpc';
import type { SystemCalls } from '../../workers/system/protocol';
import { tellFailure } from '../failures';
import { showInformation } from '../messages';
import { remedyOf } from '../runner/remedy';
import type { BuildEnd, Home, ImageBenches, Services } from '../services';
import { programEnvironment } from '../settings/programs';
import { requireTrust } from '../trust';
import { startWorker } from '../worker';
import { compilerMessages } from './compiler-messages';
import { offeredExtras, type Parts, partsOf } from './extras';
import { showProblems } from './problems';
import { benchmarkSources } from './sources';

type Needed = Pick<Services, 'context' | 'log'> & {
  /** Those of the latest build. */
  readonly problems: vscode.DiagnosticCollection;
};
type Built = SystemCalls['buildImages']['gives'];

/**
 * Builds a target's images with the home's own benchmarks, showing progress; without other wishes with
 * the parts that the present ones have.
 */
export async function buildTarget(
  services: Needed,
  home: Home,
  target: string,
  present: ImageBenches,
  wanted?: Parts,
): Promise<BuildEnd> {
  const what = vscode.l10n.t('Building an image starts a compiler.');
  if (!(await requireTrust(what))) return { kind: 'called-off' };
  await vscode.workspace.saveAll(false);
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Building the images for {0}', target),
    cancellable: true,
  };
  try {
    const built = await vscode.window.withProgress(options, (progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      const say = (message: string) => progress.report({ message });
      const watch = { signal: controller.signal, say };
      return build(services, home, target, { present, wanted }, watch);
    });
    if (built) tellBuilt(services, target, built);
    return { kind: built ? 'built' : 'called-off' };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code === 'cancelled') return { kind: 'called-off' };
    if (failure.code === 'missing-program') return { kind: 'impossible', failure };
    // What a run would build to help itself cannot help a build.
    const remedy =
      failure.code === 'build-failed'
        ? remedyOf(failure, { home: home.id, target }, vscode.l10n.t)
        : undefined;
    void tellFailure(services, error, remedy);
    return { kind: 'failed', failure };
  }
}

interface Watch {
  readonly signal: AbortSignal;
  readonly say: (message: string) => void;
}

async function build(
  services: Needed,
  home: Home,
  target: string,
  { present, wanted }: { readonly present: ImageBenches; readonly wanted: Parts | undefined },
  { signal, say }: Watch,
): Promise<Built | undefined> {
  const { context, log, problems } = services;
  say(vscode.l10n.t('looking for your benchmarks'));
  const sources = await benchmarkSources(home, signal);
  if (signal.aborted) return undefined;
  const parts = wanted ?? (await partsAgain(services, home, present));
  if (!wanted && sources.length + parts.extras.length === 0 && 'benches' in present) {
    tellNothing(home);
    return undefined;
  }
  say(vscode.l10n.t('compiling'));
  const said: string[] = [];
  problems.clear();
  log.info(`building the images for ${target} with`, sources);
  const onTell = ({ text }: { readonly text: string }) => {
    said.push(text);
    log.info(text.trimEnd());
  };
  const worker = startWorker<SystemCalls>(context, 'system', programEnvironment(context, home));
  try {
    return await worker.client.call(
      'buildImages',
      { target, sources, ...parts, packageFolder: context.extensionUri.fsPath, cwd: home.cwd },
      { signal, onTell },
    );
  } finally {
    showProblems(problems, compilerMessages(said.join('\n')), home.cwd);
    await worker.end();
  }
}

async function partsAgain(services: Needed, home: Home, present: ImageBenches): Promise<Parts> {
  const hasSome = 'benches' in present && (present.extras ?? []).length > 0;
  return partsOf(present, hasSome ? await offeredExtras(services, home) : []);
}

function tellBuilt({ log }: Pick<Needed, 'log'>, target: string, built: Built): void {
  for (const { build, folder, benches, upToDate } of built) {
    const state = upToDate ? 'up to date' : 'built';
    log.info(`${target} ${build}: ${state}, ${benches} benchmarks, ${folder}`);
  }
  const [{ benches = 0 } = {}] = built;
  const isNew = built.some(({ upToDate }) => !upToDate);
  const text = isNew
    ? vscode.l10n.t('The images for {0} are built: {1} benchmarks.', target, benches)
    : vscode.l10n.t('The images for {0} are up to date: {1} benchmarks.', target, benches);
  vscode.window.setStatusBarMessage(`$(check) ${text}`, 8000);
}

/** Without benchmarks of one's own the image would be the one that is there. */
function tellNothing({ title }: Home): void {
  void showInformation(
    vscode.l10n.t(
      'No source in {0} declares a benchmark of its own. The image that is there has all that come with Cyclescope.',
      title,
    ),
  );
}
