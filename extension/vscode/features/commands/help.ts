import * as vscode from 'vscode';
import { registerCommand, type Services } from '../../common';
import { walkthroughId } from '../../contributions';
import { commands } from '../../names';
import type { OwnRuns } from '../../services/runs';
import type { Inspections } from '../../services/targets';

type Needed = Pick<Services, 'context' | 'homes' | 'log'> & {
  readonly runs: OwnRuns;
  readonly inspections: Inspections;
};

/** Registers the commands that open VS Code's own pages, and the one that checks again. */
export function registerHelpCommands(needed: Needed): vscode.Disposable {
  const { context, homes, runs, inspections, log } = needed;
  const { id } = context.extension;
  const run = (command: string, ...args: readonly unknown[]) =>
    vscode.commands.executeCommand(command, ...args);
  return vscode.Disposable.from(
    registerCommand(needed, commands.showLog, () => log.show()),
    registerCommand(needed, commands.openSettings, () =>
      run('workbench.action.openSettings', `@ext:${id}`),
    ),
    registerCommand(needed, commands.openWalkthrough, () =>
      run('workbench.action.openWalkthrough', `${id}#${walkthroughId}`, false),
    ),
    registerCommand(needed, commands.refresh, () => {
      inspections.forget();
      for (const home of [...homes.list(), homes.sample]) runs.refresh(home);
    }),
  );
}
