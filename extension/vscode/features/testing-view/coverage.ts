import * as vscode from 'vscode';
import type { Home, RunRef, Services } from '../../common';
import type { FiguresWorker } from '../../services/figures';
import { sourceLocation } from '../../services/source';

/** The services that the coverage of a run needs. */
export interface CoverageMeans extends Pick<Services, 'context' | 'runs'> {
  readonly figuresWorker: FiguresWorker;
}

/** The lines of each file, which the editor asks for when the file is opened. */
const details = new WeakMap<vscode.FileCoverage, vscode.StatementCoverage[]>();

/**
 * Attaches to a run of the Testing view how often the samples executed each line of the functions that
 * they ran, and which of those lines never; files that are not on this computer are left out.
 */
export async function addCoverage(
  means: CoverageMeans,
  run: vscode.TestRun,
  home: Home,
  ref: RunRef,
): Promise<void> {
  const entry = await means.runs.find(ref);
  if (!entry?.hasProfile) return;
  const { folder } = entry;
  for (const { path, lines } of await means.figuresWorker.call('coverage', { folder })) {
    const found = await sourceLocation(means, home, `${path}:1`);
    if (!found) continue;
    const statements = lines.map(
      ({ line, count }) => new vscode.StatementCoverage(count, new vscode.Position(line - 1, 0)),
    );
    const coverage = vscode.FileCoverage.fromDetails(found.uri, statements);
    details.set(coverage, statements);
    run.addCoverage(coverage);
  }
}

/** The lines of a file that was added. */
export const loadCoverage = (
  _run: vscode.TestRun,
  coverage: vscode.FileCoverage,
): Promise<vscode.StatementCoverage[]> => Promise.resolve(details.get(coverage) ?? []);
