import * as vscode from 'vscode';
import { registerCommand } from '../../common';
import { commands } from '../../names';
import type { RunArgument } from '../../services/runs';
import { exportReport, exportRun, type ReportArgument } from './export';
import { importResults, openExported } from './import';
import type { ExchangeMeans } from './means';

/** Registers the commands that export and import runs; none of them starts a program. */
export function registerExchange(means: ExchangeMeans): vscode.Disposable {
  return vscode.Disposable.from(
    registerCommand(means, commands.exportReport, (of?: ReportArgument) => exportReport(means, of)),
    registerCommand(means, commands.exportRun, (run?: RunArgument) => exportRun(means, run)),
    registerCommand(means, commands.openExportedRun, (uri?: vscode.Uri) =>
      openExported(means, uri instanceof vscode.Uri ? uri : undefined),
    ),
    registerCommand(means, commands.importResults, (uri?: vscode.Uri) =>
      importResults(means, uri instanceof vscode.Uri ? uri : undefined),
    ),
  );
}
