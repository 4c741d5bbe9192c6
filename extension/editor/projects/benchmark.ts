import * as vscode from 'vscode';
import type { BuiltProject } from '../../engine/project-build/build';
import { targetsFor } from '../../engine/project-build/targets';
import type { Target } from '../../targets/target';
import { commands } from '../ids';
import { showInformation, showWarning } from '../messages';
import type { Home, Services } from '../services';
import type { Boards } from '../targets/boards';
import type { ProjectAgents } from './agents';
import { type BuildNeeds, buildAgents, type ProjectBuildEnd } from './build';
import { findIn, type PlacedProject, pickProject, projectOf } from './find';

/** What building a project and measuring with it need. */
export interface BenchmarkNeeds
  extends BuildNeeds, Pick<Services, 'context' | 'homes' | 'log' | 'targets'> {
  readonly boards: Boards;
  readonly agents: ProjectAgents;
}

/** Builds a project that has the agent, finds the target that it was built for, and measures there. */
export async function buildAndBenchmark(
  needs: BenchmarkNeeds,
  clicked: vscode.Uri | undefined,
): Promise<void> {
  const all = await findIn(needs);
  const projects = all.filter(({ project }) => project.hasAgent);
  if (projects.length === 0) return tellNone();
  const question = vscode.l10n.t('Which project is built and measured?');
  const placed = await pickProject(projects, clicked, question);
  if (placed) await measureBuilt(needs, placed, undefined);
}

/** Builds the project with the agent that a source belongs to and measures; whether there is one. */
export async function benchmarkOf(
  needs: BenchmarkNeeds,
  source: vscode.Uri,
  patterns: readonly string[],
): Promise<boolean> {
  const placed = projectOf(await findIn(needs), source.fsPath);
  if (!placed?.project.hasAgent) return false;
  await measureBuilt(needs, placed, patterns);
  return true;
}

/** Builds the agent of a target that runs one of a project; undefined where it runs another. */
export async function rebuild(
  needs: BenchmarkNeeds,
  home: Home,
  target: string,
): Promise<ProjectBuildEnd | undefined> {
  const folder = needs.agents.folderOf(home, target);
  if (folder === undefined) return undefined;
  const placed = projectOf(await findIn(needs), folder);
  if (placed?.project.folder !== folder || !placed.project.hasAgent) return undefined;
  return buildAgents(needs, home, placed.project);
}

async function measureBuilt(
  needs: BenchmarkNeeds,
  placed: PlacedProject,
  patterns: readonly string[] | undefined,
): Promise<void> {
  const { home, project } = placed;
  const end = await buildAgents(needs, home, project);
  if (end.kind !== 'built') return;
  const target = await targetOf(needs, placed, end.built);
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

/** Where a built agent runs: on the board that it was built for, or on what the user picks. */
async function targetOf(
  { boards, targets }: BenchmarkNeeds,
  { home, project }: PlacedProject,
  built: BuiltProject,
): Promise<Target | undefined> {
  // The build that has just been made tells of its board.
  await boards.look(home);
  const fitting = targetsFor(project, built, targets.list(home));
  const active = targets.active(home).id;
  const known = fitting.find(({ id }) => id === active);
  if (fitting.length < 2 || known) return known ?? fitting[0] ?? tellNoTarget(project.title);
  const items = fitting.map((target) => ({ label: target.id, description: target.title, target }));
  const placeHolder = vscode.l10n.t('On which target shall it run?');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.target;
}

async function tellNoTarget(title: string): Promise<undefined> {
  const add = vscode.l10n.t('Add a Board');
  const text = vscode.l10n.t(
    '{0} is built, but nothing says how its board is reached. Add the board, then build again.',
    title,
  );
  if ((await showWarning(text, add)) === add) {
    await vscode.commands.executeCommand(commands.addBoard);
  }
  return undefined;
}

async function tellNone(): Promise<void> {
  const add = vscode.l10n.t('Add the Agent');
  const text = vscode.l10n.t('The agent is in no project here.');
  if ((await showInformation(text, add)) === add) {
    await vscode.commands.executeCommand(commands.addAgent);
  }
}
