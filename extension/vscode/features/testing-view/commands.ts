import * as vscode from 'vscode';
import {
  type FigureRow,
  itemName,
  registerCommand,
  type RunEntry,
  type Services,
  showInformation,
} from '../../common';
import { commands } from '../../names';
import { BASELINE } from '../../../engine';
import { valuesAt } from '../../../runs';
import { findCommit } from '../history';
import type { TestTree } from './tree';

/** An item from its own menu, or from the menu of a message about it. */
type Argument = vscode.TestItem | { readonly test: vscode.TestItem };

/** The newest figures of an item: an operation's own, otherwise those of its first one. */
async function findRow(
  { figures }: Services,
  tree: TestTree,
  argument: Argument,
): Promise<FigureRow | undefined> {
  const item = 'test' in argument ? argument.test : argument;
  const homeTarget = tree.findTarget(item);
  if (!homeTarget) return undefined;
  const { suite, op } = itemName(item.id);
  const latest = await figures.latest(homeTarget.home, homeTarget.target.id);
  return latest?.rows.find((row) => {
    return (suite === undefined || row.suite === suite) && (op === undefined || row.op === op);
  });
}

/** A row's run if it was traced, otherwise the newest traced one of its target. */
async function chooseTracedRun({ homes, runs }: Services, { run }: FigureRow): Promise<RunEntry> {
  const home = homes.find(run.home);
  if (run.recordings.traced !== undefined || !home) return run;
  const entries = await runs.list(home);
  const traced = entries.find(({ target, recordings }) => {
    return target.id === run.target.id && recordings.traced !== undefined;
  });
  return traced ?? run;
}

/** Registers the commands in the menus of items and messages. */
export function registerTestCommands(services: Services, tree: TestTree): vscode.Disposable {
  const withRow = (show: (row: FigureRow, operation: string) => unknown) => {
    return async (argument: Argument) => {
      const row = await findRow(services, tree, argument);
      if (row) return show(row, `${row.suite}/${row.op}`);
      return showInformation(
        vscode.l10n.t('There is no result yet. Click the triangle to measure.'),
      );
    };
  };
  return vscode.Disposable.from(
    registerCommand(
      services,
      commands.openTestResults,
      withRow(({ run }, operation) => services.screens.openResults(run, operation)),
    ),
    registerCommand(
      services,
      commands.showTestSlowSample,
      withRow(async (row, operation) => {
        const run = await chooseTracedRun(services, row);
        return vscode.commands.executeCommand(commands.showSlowSample, { run, operation });
      }),
    ),
    registerCommand(
      services,
      commands.findTestCommit,
      withRow(({ run, params }, bench) => {
        const home = services.homes.find(run.home);
        const ends = { good: { run: BASELINE }, bad: { run: run.id } };
        const about = { ...ends, bench, settings: valuesAt(params), target: run.target.id };
        return home && findCommit(services, home, about);
      }),
    ),
  );
}
