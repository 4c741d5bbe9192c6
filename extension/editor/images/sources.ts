import { relative } from 'node:path';
import * as vscode from 'vscode';
import { settings } from '../ids';
import { showInformation } from '../messages';
import type { Home } from '../services';
import { readSettings } from '../settings';
import { covers, declaringFiles } from './own-sources';

/** What never holds the user's own benchmarks. */
const ELSEWHERE = '**/{node_modules,build,dist,target-agent,sdk-integration,.git,.cyclescope}/**';
const MOST_FILES = 20_000;

/**
 * The user's own benchmark sources of a home: what the setting names, or else every source of the
 * folder that declares a benchmark.
 */
export async function benchmarkSources(
  home: Home,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { benchmarks } = readSettings(home);
  if (benchmarks.length > 0 || !home.folder) return benchmarks;
  const pattern = new vscode.RelativePattern(home.folder, '**/*.{c,cpp,cc,cxx,rs,zig}');
  const files = await vscode.workspace.findFiles(pattern, ELSEWHERE, MOST_FILES);
  return declaringFiles(
    files.map(({ fsPath }) => fsPath),
    signal,
  );
}

/**
 * Sees to it that a file is built, too: where the setting names others only, it is added once the
 * user agrees. Tells whether to go on.
 */
export async function includeSource(home: Home, source: vscode.Uri): Promise<boolean> {
  const { benchmarks } = readSettings(home);
  if (benchmarks.length === 0 || covers(benchmarks, home.cwd, source.fsPath)) return true;
  const path = relative(home.cwd, source.fsPath);
  const add = vscode.l10n.t('Add and Build');
  const question = vscode.l10n.t(
    '{0} is not among the benchmarks that are built into the images.',
    path,
  );
  if ((await showInformation(question, add)) !== add) return false;
  const configuration = vscode.workspace.getConfiguration(undefined, home.folder);
  await configuration.update(
    settings.benchmarks,
    [...benchmarks, path.replaceAll('\\', '/')],
    vscode.ConfigurationTarget.WorkspaceFolder,
  );
  return true;
}
