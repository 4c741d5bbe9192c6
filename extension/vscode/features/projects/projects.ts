import { resolve } from 'node:path';
import * as vscode from 'vscode';
import { type ChangeOutcome, type ProjectChange, projectTitles } from '../../../projects';
import {
  newTrigger,
  type Projects,
  registerCommand,
  type Services,
  showInformation,
  showWarning,
} from '../../common';
import { agentFolders, commands, hasAgent } from '../../names';
import type { Boards } from '../../services/targets';
import { newProjectAgents, type ProjectAgents } from './agents';
import { completeAnswers, forgetAnswers, getKnownAnswers } from './answers';
import { type BenchmarkNeeds, benchmarkSource, buildAndBenchmark, rebuild } from './benchmark';
import { askProjects, listHomeProjects, containsPath, pickProject, type HomeProject } from './find';
import { type ChangeTexts, newChangeTexts, reviewChange } from './review';

type Needed = Pick<Services, 'context' | 'homes' | 'log' | 'targets'> & {
  readonly boards: Boards;
};

/** Adds the agent to projects and removes it, builds them, and measures. */
export function newProjects(needed: Needed): Projects {
  const { context, boards, log } = needed;
  const agents = newProjectAgents(context, boards);
  const texts = newChangeTexts();
  const present = newAgentContext(log);
  const problems = vscode.languages.createDiagnosticCollection('cyclescope-project');
  const building: BenchmarkNeeds = { ...needed, agents, problems };
  const changing = { ...needed, agents, texts, present, problems };
  const registered = vscode.Disposable.from(
    texts,
    present,
    problems,
    registerCommand(needed, commands.addAgent, (clicked?: vscode.Uri) =>
      addAgent(changing, toUri(clicked)),
    ),
    registerCommand(needed, commands.removeAgent, (clicked?: vscode.Uri) =>
      removeAgent(changing, toUri(clicked)),
    ),
    registerCommand(needed, commands.buildProject, (clicked?: vscode.Uri) =>
      buildAndBenchmark(building, toUri(clicked)),
    ),
  );
  return {
    builds: (home, target) => agents.getFolder(home, target) !== undefined,
    rebuild: (home, target) => rebuild(building, home, target),
    benchmarkSource: (source, patterns) => benchmarkSource(building, source, patterns),
    dispose: () => registered.dispose(),
  };
}

/** A view's title passes its commands the selection, which is not a file. */
function toUri(clicked: unknown): vscode.Uri | undefined {
  return clicked instanceof vscode.Uri ? clicked : undefined;
}

/** The services needed by the commands that change projects. */
interface ChangeNeeds extends Pick<Services, 'context' | 'homes' | 'log'> {
  readonly texts: ChangeTexts;
  readonly agents: ProjectAgents;
  readonly present: AgentContext;
  /** Problems of a project's latest build. */
  readonly problems: vscode.DiagnosticCollection;
}

/** Like starting programs, writing into a project requires a trusted workspace. */
async function requireTrust(): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const why = vscode.l10n.t(
    'The project cannot be changed now. Restricted Mode does not allow its files to be edited.',
  );
  if ((await showWarning(why, manage)) === manage) {
    await vscode.commands.executeCommand('workbench.trust.manage');
  }
  return vscode.workspace.isTrusted;
}

/** Adds the agent to a project after the user has reviewed the change. */
async function addAgent(needs: ChangeNeeds, clicked?: vscode.Uri): Promise<void> {
  if (!(await requireTrust())) return;
  const projects = await listHomeProjects(needs);
  if (projects.length === 0) return showNoProject(needs);
  const question = vscode.l10n.t('Select the project to add the agent to');
  const homeProject = await pickProject(projects, clicked, question);
  if (!homeProject || !(await saveFirst(homeProject.project.folder))) return;
  const { project } = homeProject;
  // The board and the way to build are asked when it is built.
  const answers = await completeAnswers(needs.context, project, (asked) => asked === 'target');
  if (answers === undefined) return;
  const packageFolder = needs.context.extensionUri.fsPath;
  const outcome = await askProjects(needs.context, 'planAdd', { project, answers, packageFolder });
  const words = {
    isRemoval: false,
    make: vscode.l10n.t('Add the agent'),
    leave: vscode.l10n.t('Leave everything as it is'),
    nothing: vscode.l10n.t('The agent is already in {0}. Nothing needs to change.', project.title),
  };
  if (!(await makeChange(needs, homeProject, outcome, words))) return;
  const build = vscode.l10n.t('Build and Benchmark');
  const done = vscode.l10n.t('The agent was added to {0}.', project.title);
  if ((await showInformation(done, build)) !== build) return;
  await vscode.commands.executeCommand(commands.buildProject, vscode.Uri.file(project.folder));
}

/** Removes the agent from a project. */
async function removeAgent(needs: ChangeNeeds, clicked?: vscode.Uri): Promise<void> {
  if (!(await requireTrust())) return;
  const projects = (await listHomeProjects(needs)).filter(({ project }) => project.hasAgent);
  if (projects.length === 0) {
    void showInformation(vscode.l10n.t('No project here contains the agent.'));
    return;
  }
  const question = vscode.l10n.t('Select the project to remove the agent from');
  const homeProject = await pickProject(projects, clicked, question);
  if (!homeProject || !(await saveFirst(homeProject.project.folder))) return;
  const { home, project } = homeProject;
  const outcome = await askProjects(needs.context, 'planRemove', { project });
  const words = {
    isRemoval: true,
    make: vscode.l10n.t('Remove the agent'),
    leave: vscode.l10n.t('Leave everything as it is'),
    nothing: vscode.l10n.t('{0} contains nothing of Cyclescope.', project.title),
  };
  if (!(await makeChange(needs, homeProject, outcome, words))) return;
  await needs.agents.forget(home, project.folder);
  await forgetAnswers(needs.context, project);
  needs.problems.clear();
  const remarks = 'change' in outcome ? outcome.change.remarks : [];
  const done = vscode.l10n.t('The agent was removed from {0}.', project.title);
  void showInformation([done, ...remarks].join(' '));
}

interface Making {
  readonly isRemoval: boolean;
  readonly make: string;
  readonly leave: string;
  /** Shown if nothing has to change. */
  readonly nothing: string;
}

/** Shows a change and applies it, as a whole or not at all; false if it was not applied. */
async function makeChange(
  needs: ChangeNeeds,
  { project }: HomeProject,
  outcome: ChangeOutcome,
  making: Making,
): Promise<boolean> {
  if ('gap' in outcome) {
    const { what, remedy } = outcome.gap;
    void showWarning(`${what}. ${remedy}`);
    return false;
  }
  const { change } = outcome;
  const answers = getKnownAnswers(needs.context, project);
  if (change.files.length === 0) {
    void showInformation([making.nothing, ...change.remarks].join(' '));
    return false;
  }
  if (!(await reviewChange(needs.texts, project, { change, answers }, making))) return false;
  return apply(needs, change, making);
}

async function apply(
  { context, log, present }: ChangeNeeds,
  change: ProjectChange,
  { isRemoval }: Making,
): Promise<boolean> {
  const edited = listEditedFiles(change);
  if (edited.length > 0) {
    const names = edited.join(', ');
    const text = vscode.l10n.t('Nothing was changed, because {0} has unsaved edits.', names);
    void showWarning(text);
    return false;
  }
  await askProjects(context, 'applyChange', { change, isRemoval });
  log.info(`${change.title}: ${change.files.length} files of ${change.folder} were changed`);
  await present.refresh();
  return true;
}

/** Nothing was recognised: lists what was searched, and where the kinds are described. */
async function showNoProject({ context }: Pick<ChangeNeeds, 'context'>): Promise<void> {
  const open = vscode.l10n.t('Open the documentation');
  const text = vscode.l10n.t(
    'No project was found here. Cyclescope looks for the CMakeLists.txt of one of these: {0}.',
    projectTitles.map((title) => vscode.l10n.t(title)).join(', '),
  );
  if ((await showInformation(text, open)) !== open) return;
  const page = vscode.Uri.joinPath(context.extensionUri, 'docs', 'projects.md');
  await vscode.commands.executeCommand('markdown.showPreview', page);
}

/** Informs VS Code's menus which projects contain the agent. */
interface AgentContext extends vscode.Disposable {
  readonly refresh: () => Promise<void>;
}

/** A file in every copy of the agent, and the path from there to the project's folder. */
const MARK = '**/cyclescope/target-agent/include/cyclescope/bench.h';
const TO_PROJECT = '../../../../..';
const ELSEWHERE = '**/{node_modules,.git}/**';
const MOST_PROJECTS = 100;
/** Changes of many files are processed together. */
const REST_MS = 300;

/** Looks for agents now, and whenever one is added or removed. */
function newAgentContext(log: Pick<vscode.LogOutputChannel, 'error'>): AgentContext {
  const refresh = async () => {
    const marks = await vscode.workspace.findFiles(MARK, ELSEWHERE, MOST_PROJECTS);
    const folders = marks.map(({ fsPath }) => resolve(fsPath, TO_PROJECT));
    await vscode.commands.executeCommand('setContext', hasAgent, folders.length > 0);
    await vscode.commands.executeCommand('setContext', agentFolders, folders);
  };
  const refreshSafely = () =>
    void refresh().catch((error: unknown) => log.error('Searching for agents failed.', error));
  const { pull, dispose } = newTrigger(REST_MS, refreshSafely);
  const watcher = vscode.workspace.createFileSystemWatcher(MARK, false, true, false);
  refreshSafely();
  return {
    refresh,
    dispose: vscode.Disposable.from(
      { dispose },
      watcher,
      watcher.onDidCreate(pull),
      watcher.onDidDelete(pull),
      vscode.workspace.onDidChangeWorkspaceFolders(pull),
    ).dispose,
  };
}

/** Unsaved texts in a folder. */
function listUnsaved(folder: string): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && uri.scheme === 'file' && containsPath(folder, uri.fsPath),
  );
}

/**
 * Makes sure that no unsaved edit is overlooked, as a change is based on files on disk. Returns
 * whether to continue.
 */
async function saveFirst(folder: string): Promise<boolean> {
  const unsaved = listUnsaved(folder);
  if (unsaved.length === 0) return true;
  const names = unsaved.map(({ uri }) => vscode.workspace.asRelativePath(uri)).join(', ');
  const save = vscode.l10n.t('Save and Continue');
  const text = vscode.l10n.t('These files have unsaved changes: {0}.', names);
  if ((await showWarning(text, save)) !== save) return false;
  const saved = await Promise.all(unsaved.map((document) => document.save()));
  return saved.every(Boolean);
}

/** The files of a change that were edited during its review. */
function listEditedFiles({ files }: ProjectChange): readonly string[] {
  const paths = new Set(files.map(({ path }) => path));
  return vscode.workspace.textDocuments
    .filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file' && paths.has(uri.fsPath))
    .map(({ uri }) => vscode.workspace.asRelativePath(uri));
}
