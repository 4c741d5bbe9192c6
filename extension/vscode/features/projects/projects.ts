import * as vscode from 'vscode';
import { type Projects, registerCommand, type Services } from '../../common';
import { commands } from '../../names';
import type { Boards } from '../../services/targets';
import { newProjectAgents } from './agents';
import { type BenchmarkNeeds, benchmarkOf, buildAndBenchmark, rebuild } from './benchmark';
import { addAgent, newAgentContext, removeAgent } from './change';
import { newChangeTexts } from './review';

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
    ...[texts, present, problems],
    registerCommand(needed, commands.addAgent, (clicked?: vscode.Uri) =>
      addAgent(changing, uriOf(clicked)),
    ),
    registerCommand(needed, commands.removeAgent, (clicked?: vscode.Uri) =>
      removeAgent(changing, uriOf(clicked)),
    ),
    registerCommand(needed, commands.buildProject, (clicked?: vscode.Uri) =>
      buildAndBenchmark(building, uriOf(clicked)),
    ),
  );
  return {
    builds: (home, target) => agents.folderOf(home, target) !== undefined,
    rebuild: (home, target) => rebuild(building, home, target),
    benchmarkOf: (source, patterns) => benchmarkOf(building, source, patterns),
    dispose: () => registered.dispose(),
  };
}

/** A view's title passes its commands the selection, which is not a file. */
function uriOf(clicked: unknown): vscode.Uri | undefined {
  return clicked instanceof vscode.Uri ? clicked : undefined;
}
