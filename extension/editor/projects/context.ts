import { resolve } from 'node:path';
import * as vscode from 'vscode';
import { agentFolders, hasAgent } from '../ids';
import { newTrigger } from '../lenses/trigger';

/** Tells VS Code in which projects the agent is; menus ask. */
export interface AgentContext extends vscode.Disposable {
  readonly refresh: () => Promise<void>;
}

/** One file of the agent's copy, and the way from there to the project's folder. */
const MARK = '**/cyclescope/target-agent/include/cyclescope/bench.h';
const TO_PROJECT = '../../../../..';
const ELSEWHERE = '**/{node_modules,.git}/**';
const MOST_PROJECTS = 100;
/** A change of many files is looked at once. */
const REST_MS = 300;

/** Looks for agents now, and whenever one comes or goes. */
export function newAgentContext(log: Pick<vscode.LogOutputChannel, 'error'>): AgentContext {
  const refresh = async () => {
    const marks = await vscode.workspace.findFiles(MARK, ELSEWHERE, MOST_PROJECTS);
    const folders = marks.map(({ fsPath }) => resolve(fsPath, TO_PROJECT));
    await vscode.commands.executeCommand('setContext', hasAgent, folders.length > 0);
    await vscode.commands.executeCommand('setContext', agentFolders, folders);
  };
  const refreshSafely = () =>
    void refresh().catch((error: unknown) => log.error('Agents could not be looked for.', error));
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
