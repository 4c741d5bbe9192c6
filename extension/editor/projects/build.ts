import * as vscode from 'vscode';
import { failureOf } from '../../core/rpc/rpc';
import type { BuiltProject } from '../../engine/project-build/build';
import type { Answers, Project } from '../../targets/projects/project';
import type { BuildTelling } from '../../workers/system/protocol';
import { tellFailure } from '../failures';
import { compilerMessages } from '../images/compiler-messages';
import { showProblems } from '../images/problems';
import type { BuildEnd, Home, Services } from '../services';
import { requireTrust } from '../trust';
import { completeAnswers } from './answers';
import { type BuildShare, cmakeMessages, eachOnce, shareIn } from './build-output';
import { projectEnvironment } from './settings';
import { askProjects } from './worker';

/** What building takes of its surroundings. */
export interface BuildNeeds extends Pick<Services, 'context' | 'log'> {
  /** Those of the latest build of a project. */
  readonly problems: vscode.DiagnosticCollection;
}

/** What came of building a project. */
export type ProjectBuildEnd =
  | { readonly kind: 'built'; readonly built: BuiltProject }
  | Exclude<BuildEnd, { readonly kind: 'built' }>;

/** Builds a project's agents by its own way, showing progress; what the compiler says is shown at its lines. */
export async function buildAgents(
  needs: BuildNeeds,
  home: Home,
  project: Project,
): Promise<ProjectBuildEnd> {
  const what = vscode.l10n.t('Building {0} starts its own build.', project.title);
  if (!(await requireTrust(what))) return { kind: 'called-off' };
  const answers = await completeAnswers(needs.context, project);
  if (answers === undefined) return { kind: 'called-off' };
  await vscode.workspace.saveAll(false);
  try {
    const built = await withProgress(project, (watch) =>
      build(needs, home, { project, answers }, watch),
    );
    return { kind: 'built', built };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code === 'cancelled') return { kind: 'called-off' };
    void tellFailure(needs, error);
    return { kind: 'failed', failure };
  }
}

interface Watch {
  readonly signal: AbortSignal;
  readonly say: (message: string) => void;
}

function withProgress<T>(project: Project, work: (watch: Watch) => Promise<T>): Thenable<T> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Building {0}', project.title),
    cancellable: true,
  };
  return vscode.window.withProgress(options, (progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return work({
      signal: controller.signal,
      say: (message) => progress.report({ message }),
    });
  });
}

async function build(
  { context, log, problems }: BuildNeeds,
  home: Home,
  takes: { readonly project: Project; readonly answers: Answers },
  { signal, say }: Watch,
): Promise<BuiltProject> {
  const printed: string[] = [];
  problems.clear();
  let doing = '';
  const onTell = (telling: BuildTelling) => {
    if (telling.kind === 'step') {
      doing = telling.build === 'headline' ? forFigures() : forTrace();
      log.info(`${takes.project.folder}: ${telling.line}`);
      say(doing);
      return;
    }
    printed.push(...telling.lines);
    telling.lines.forEach((line) => log.info(line));
    const share = telling.lines.map(shareIn).findLast((each) => each !== undefined);
    if (share !== undefined) say(`${doing}, ${shareText(share)}`);
  };
  try {
    const env = projectEnvironment(context, home);
    const packageFolder = context.extensionUri.fsPath;
    return await askProjects(
      context,
      'buildProject',
      { ...takes, packageFolder },
      { signal, onTell },
      env,
    );
  } finally {
    const messages = [...cmakeMessages(printed), ...compilerMessages(printed.join('\n'))];
    showProblems(problems, eachOnce(messages), takes.project.folder);
  }
}

const forFigures = () => vscode.l10n.t('the agent for the figures');
const forTrace = () => vscode.l10n.t('the agent with trace hooks');

function shareText({ done, total }: BuildShare): string {
  return vscode.l10n.t('{0} of {1}', done, total);
}
