import * as vscode from 'vscode';
import type { TargetReport } from '../../../engine';
import type { Requirement } from '../../../host';
import { registerCommand, type Services } from '../../common';
import { commands } from '../../names';
import { type Inspections, remedyOf } from '../../services/targets';
import { requireTrust } from '../../services/trust';

type Needed = Pick<Services, 'homes' | 'log'> & { readonly inspections: Inspections };

const scheme = 'cyclescope-check';

/** The latest pages by address. */
function newPages() {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
  };
  return {
    registered: vscode.Disposable.from(
      changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, provider),
    ),
    put: (uri: vscode.Uri, text: string) => {
      texts.set(uri.toString(), text);
      changed.fire(uri);
    },
  };
}

async function check(
  { homes, inspections }: Needed,
  put: (uri: vscode.Uri, text: string) => void,
): Promise<void> {
  if (!(await requireTrust(vscode.l10n.t('This computer cannot be checked now.')))) return;
  const home = await homes.choose();
  if (!home) return;
  const title = vscode.l10n.t('This computer');
  const options = { location: vscode.ProgressLocation.Window, title };
  const reports = await vscode.window.withProgress(options, () => inspections.inspect(home));
  const uri = vscode.Uri.from({ scheme, path: `/${title}.md`, query: home.id });
  put(uri, checkText(reports, title));
  // Locked: the preview keeps its content when another document becomes active.
  const settings = { locked: true };
  await vscode.commands.executeCommand('markdown.showPreview', uri, undefined, settings);
}

/** Registers the command that shows what targets need, and how to get what is missing. */
export function registerCheckCommand(needed: Needed): vscode.Disposable {
  const { registered, put } = newPages();
  return vscode.Disposable.from(
    registered,
    registerCommand(needed, commands.checkComputer, () => check(needed, put)),
  );
}

/** Paths and commands may contain Markdown markup. */
const code = (text: string) => `\`${text.replaceAll('`', "'").replaceAll(/\s+/g, ' ')}\``;

function row(requirement: Requirement): string {
  const { name, found } = requirement;
  const remedy = code(remedyOf(requirement).text);
  const state = found === undefined ? `**missing**, get it with: ${remedy}` : code(found);
  return `- ${found === undefined ? '✗' : '✓'} ${name}: ${state}`;
}

function section({ target, requirements, forBuilding, isReady }: TargetReport): string {
  const state = isReady ? 'ready' : 'not ready';
  const building =
    forBuilding.length > 0 ? ['', 'To build images:', '', ...forBuilding.map(row)] : [];
  return [`## ${target}: ${state}`, '', ...requirements.map(row), ...building].join('\n');
}

/** The findings as a page; targets that are ready come first. */
export function checkText(reports: readonly TargetReport[], title: string): string {
  const sorted = [...reports].sort((a, b) => Number(b.isReady) - Number(a.isReady));
  const ready = reports.filter(({ isReady }) => isReady).length;
  const head = [`# ${title}`, '', `${ready} of ${reports.length} targets can be measured now.`];
  return `${[head.join('\n'), ...sorted.map(section)].join('\n\n')}\n`;
}
