import { homedir } from 'node:os';
import { dirname, isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { toFailure } from '../../../base';
import { searchPath } from '../../../host';
import type { Answers, Project } from '../../../projects';
import type { Target } from '../../../targets';
import { type BuiltProject, listProjectTargets } from '../../../toolchain';
import type { BuildUpdate } from '../../../workers';
import {
  type BuildEnd,
  type Home,
  pickOne,
  type Services,
  showFailure,
  showInformation,
  showWarning,
  withProgress,
} from '../../common';
import { commands } from '../../names';
import { type CompilerMessage, compilerMessages, showProblems } from '../../services/problems';
import { type Environment, mergeEnvironment, readSettings } from '../../services/settings';
import type { Boards } from '../../services/targets';
import { requireTrust } from '../../services/trust';
import type { ProjectAgents } from './agents';
import { completeAnswers } from './answers';
import {
  askProjects,
  listHomeProjects,
  pickProject,
  type HomeProject,
  findHomeProject,
} from './find';

/** The services needed to build a project and measure with it. */
export interface BenchmarkNeeds
  extends BuildNeeds, Pick<Services, 'context' | 'homes' | 'log' | 'targets'> {
  readonly boards: Boards;
  readonly agents: ProjectAgents;
}

/** Builds a project with the agent, finds the target that it was built for, and measures there. */
export async function buildAndBenchmark(
  needs: BenchmarkNeeds,
  clicked: vscode.Uri | undefined,
): Promise<void> {
  const all = await listHomeProjects(needs);
  const projects = all.filter(({ project }) => project.hasAgent);
  if (projects.length === 0) return showNoAgent();
  const question = vscode.l10n.t('Select the project to build and measure');
  const homeProject = await pickProject(projects, clicked, question);
  if (homeProject) await measureBuilt(needs, homeProject, undefined);
}

/** Builds the agent's project that a source belongs to and measures; false if there is none. */
export async function benchmarkSource(
  needs: BenchmarkNeeds,
  source: vscode.Uri,
  patterns: readonly string[],
): Promise<boolean> {
  const homeProject = findHomeProject(await listHomeProjects(needs), source.fsPath);
  if (!homeProject?.project.hasAgent) return false;
  await measureBuilt(needs, homeProject, patterns);
  return true;
}

/** Builds the agent of a target that runs a project's one; undefined if it runs another. */
export async function rebuild(
  needs: BenchmarkNeeds,
  home: Home,
  target: string,
): Promise<ProjectBuildEnd | undefined> {
  const folder = needs.agents.getFolder(home, target);
  if (folder === undefined) return undefined;
  const homeProject = findHomeProject(await listHomeProjects(needs), folder);
  if (homeProject?.project.folder !== folder || !homeProject.project.hasAgent) return undefined;
  return buildAgents(needs, home, homeProject.project);
}

async function measureBuilt(
  needs: BenchmarkNeeds,
  homeProject: HomeProject,
  patterns: readonly string[] | undefined,
): Promise<void> {
  const { home, project } = homeProject;
  const end = await buildAgents(needs, home, project);
  if (end.kind !== 'built') return;
  const target = await chooseTarget(needs, homeProject, end.built);
  if (!target) return;
  await needs.agents.use(home, target.id, project.folder, end.built.files);
  await needs.targets.setActive(home, target.id);
  needs.log.info(`${project.title} was built: ${end.built.benches.length} benchmarks`);
  await vscode.commands.executeCommand(commands.run, {
    home: home.id,
    target: target.id,
    patterns,
  });
}

/** The target for a built agent: the board that it was built for, or one that the user picks. */
async function chooseTarget(
  { boards, targets }: BenchmarkNeeds,
  { home, project }: HomeProject,
  built: BuiltProject,
): Promise<Target | undefined> {
  const look = () =>
    boards.search(home).then(() => listProjectTargets(project, built, targets.list(home)));
  // The new build identifies its board.
  let fitting = await look();
  while (fitting.length === 0) {
    if (!(await addBoard(home, project.title))) return undefined;
    fitting = await look();
  }
  const active = targets.active(home).id;
  const known = fitting.find(({ id }) => id === active);
  if (fitting.length < 2 || known) return known ?? fitting[0];
  const items = fitting.map((target) => ({ label: target.id, description: target.title, target }));
  const placeHolder = vscode.l10n.t('Select the target to run on');
  return (await pickOne(items, { placeHolder }))?.target;
}

/** Offers to add a board for what was built; false if the user does not want to. */
async function addBoard(home: Home, title: string): Promise<boolean> {
  const add = vscode.l10n.t('Add a Board');
  const text = vscode.l10n.t(
    '{0} was built, but no target describes how to reach its board. Add the board to measure on it.',
    title,
  );
  if ((await showWarning(text, add)) !== add) return false;
  await vscode.commands.executeCommand(commands.addBoard, { home: home.id });
  return true;
}

async function showNoAgent(): Promise<void> {
  const add = vscode.l10n.t('Add the Agent');
  const text = vscode.l10n.t('No project here contains the agent.');
  if ((await showInformation(text, add)) === add) {
    await vscode.commands.executeCommand(commands.addAgent);
  }
}

/** The services needed to build. */
interface BuildNeeds extends Pick<Services, 'context' | 'log'> {
  /** Problems of a project's latest build. */
  readonly problems: vscode.DiagnosticCollection;
}

/** The outcome of building a project. */
type ProjectBuildEnd =
  | { readonly kind: 'built'; readonly built: BuiltProject }
  | Exclude<BuildEnd, { readonly kind: 'built' }>;

/** Builds a project's agents its own way, with progress; shows compiler messages in the source. */
async function buildAgents(
  needs: BuildNeeds,
  home: Home,
  project: Project,
): Promise<ProjectBuildEnd> {
  const what = vscode.l10n.t('{0} cannot be built now.', project.title);
  if (!(await requireTrust(what))) return { kind: 'called-off' };
  const answers = await completeAnswers(needs.context, project);
  if (answers === undefined) return { kind: 'called-off' };
  await vscode.workspace.saveAll(false);
  try {
    const title = vscode.l10n.t('Building {0}', project.title);
    const built = await withProgress(title, (report, signal) =>
      build(
        needs,
        home,
        { project, answers },
        { signal, showStep: (message) => report({ message }) },
      ),
    );
    return { kind: 'built', built };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code === 'cancelled') return { kind: 'called-off' };
    void showFailure(needs, error);
    return { kind: 'failed', failure };
  }
}

interface Watch {
  readonly signal: AbortSignal;
  readonly showStep: (message: string) => void;
}

async function build(
  { context, log, problems }: BuildNeeds,
  home: Home,
  takes: { readonly project: Project; readonly answers: Answers },
  { signal, showStep }: Watch,
): Promise<BuiltProject> {
  const printed: string[] = [];
  problems.clear();
  let doing = '';
  const onReport = (update: BuildUpdate) => {
    if (update.kind === 'step') {
      doing = update.build === 'headline' ? forFigures() : forTrace();
      log.info(`${takes.project.folder}: ${update.line}`);
      showStep(doing);
      return;
    }
    printed.push(...update.lines);
    update.lines.forEach((line) => log.info(line));
    const share = update.lines.map(parseBuildShare).findLast((each) => each !== undefined);
    if (share !== undefined) showStep(`${doing}, ${shareText(share)}`);
  };
  try {
    const env = projectEnvironment(context, home);
    const packageFolder = context.extensionUri.fsPath;
    return await askProjects(
      context,
      'buildProject',
      { ...takes, packageFolder },
      { signal, onReport },
      env,
    );
  } finally {
    const messages = [...cmakeMessages(printed), ...compilerMessages(printed.join('\n'))];
    showProblems(problems, listEachOnce(messages), takes.project.folder);
  }
}

const forFigures = () => vscode.l10n.t('the agent for the figures');
const forTrace = () => vscode.l10n.t('the agent with trace hooks');

function shareText({ done, total }: BuildShare): string {
  return vscode.l10n.t('{0} of {1}', done, total);
}

/** A build's progress as Ninja and make print it before each step. */
interface BuildShare {
  readonly done: number;
  readonly total: number;
}

const NINJA = /^\[(\d+)\/(\d+)\]/;
const MAKE = /^\[ *(\d+)%\]/;

/** Parses a build's progress from an output line; undefined if the line has none. */
export function parseBuildShare(line: string): BuildShare | undefined {
  const [, done, total] = NINJA.exec(line) ?? [];
  if (done !== undefined && total !== undefined)
    return { done: Number(done), total: Number(total) };
  const [, percent] = MAKE.exec(line) ?? [];
  return percent === undefined ? undefined : { done: Number(percent), total: 100 };
}

const CMAKE = /^CMake (Error|Warning)(?: \(dev\))? at (.+?):(\d+) \(\w+\):$/;

/** CMake's messages about lines of its files; their text follows, indented. */
export function cmakeMessages(lines: readonly string[]): readonly CompilerMessage[] {
  return lines.flatMap((line, index) => {
    const [, kind, file, at] = CMAKE.exec(line) ?? [];
    if (kind === undefined || file === undefined) return [];
    const rest = lines.slice(index + 1);
    const stop = rest.findIndex((each) => each !== '' && !each.startsWith('  '));
    const errorLines = rest.slice(0, stop < 0 ? undefined : stop).map((each) => each.trim());
    const text = errorLines.filter((each) => each !== '').join(' ');
    const severity = kind === 'Error' ? ('error' as const) : ('warning' as const);
    const position = { file, line: Number(at), column: 1 };
    return [{ ...position, severity, text, option: undefined, notes: [] }];
  });
}

/** Both agents are built from the same sources, so messages come twice. */
export function listEachOnce(messages: readonly CompilerMessage[]): readonly CompilerMessage[] {
  return [...new Map(messages.map((message) => [JSON.stringify(message), message])).values()];
}

const TERMINAL: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'terminal.integrated.env.osx',
  win32: 'terminal.integrated.env.windows',
};

/** Settings commonly used for build environments, the terminal's first. */
function variableSettings(): readonly string[] {
  const terminal = TERMINAL[process.platform] ?? 'terminal.integrated.env.linux';
  return [terminal, 'cmake.environment', 'cmake.configureEnvironment'];
}

function parseVariables(value: unknown): Readonly<Record<string, string | null>> {
  if (typeof value !== 'object' || value === null) return {};
  const isVariable = (entry: [string, unknown]): entry is [string, string | null] =>
    typeof entry[1] === 'string' || entry[1] === null;
  return Object.fromEntries(Object.entries(value).filter(isVariable));
}

function buildSettings({ folder }: Home): BuildSettings {
  const configuration = vscode.workspace.getConfiguration(undefined, folder);
  const python: unknown = configuration.get('python.defaultInterpreterPath');
  return {
    variables: variableSettings().map((id) => parseVariables(configuration.get(id))),
    python: typeof python === 'string' ? python : undefined,
  };
}

/** The environment for building a home's projects; the workspace is trusted. */
function projectEnvironment(
  { globalStorageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri'>,
  home: Home,
): Environment {
  const folders = { folder: home.folder?.uri.fsPath, home: homedir() };
  const inherited = buildEnvironment(buildSettings(home), folders, process.env);
  const { cwd } = home;
  return mergeEnvironment(readSettings(home), { cwd, storage: globalStorageUri.fsPath }, inherited);
}

/** Settings that describe the user's build environment. */
interface BuildSettings {
  /** Variables by name, later ones overriding earlier ones; null removes one. */
  readonly variables: readonly Readonly<Record<string, string | null>>[];
  /** The configured Python interpreter; programs such as west are installed next to it. */
  readonly python: string | undefined;
}

/** Values for `${…}` in settings. */
interface SettingFolders {
  readonly folder: string | undefined;
  readonly home: string;
}

/** The environment of the user's terminal, as far as settings describe it. */
export function buildEnvironment(
  { variables, python }: BuildSettings,
  folders: SettingFolders,
  inherited: Environment,
): Environment {
  const set = variables
    .flatMap((each) => Object.entries(each))
    .reduce<Record<string, string | undefined>>(
      (known, [name, value]) => ({
        ...known,
        [name]: value === null ? undefined : expand(value, folders, known),
      }),
      { ...inherited },
    );
  const interpreter = python === undefined ? '' : expand(python, folders, set);
  return isAbsolute(interpreter) ? { ...set, ...searchPath(set, [dirname(interpreter)]) } : set;
}

const VARIABLE = /\$\{(?:(env):([^}]+)|(workspaceFolder|userHome))\}/g;

/** Replaces the VS Code variables used in such settings; unset ones are empty, as in a shell. */
function expand(text: string, { folder = '', home }: SettingFolders, known: Environment): string {
  return text.replace(VARIABLE, (_, env?: string, name = '', variable = '') => {
    if (env !== undefined) return known[name] ?? '';
    return variable === 'userHome' ? home : folder;
  });
}
