import type * as vscode from 'vscode';
import type { Services } from '../../common';
import type { OwnRuns } from '../../services/runs';
import type { FiguresWorker } from '../results';

/** What is needed to take runs out into files and in from files. */
export interface ExchangeMeans extends Pick<Services, 'context' | 'log' | 'homes' | 'screens'> {
  readonly runs: OwnRuns;
  readonly figures: FiguresWorker;
}

/** What wrote a file, as it says itself. */
export function toolOf({ extension }: vscode.ExtensionContext): string {
  const { version } = extension.packageJSON as { readonly version: string };
  return `cyclescope ${version}`;
}
