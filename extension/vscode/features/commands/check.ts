import * as vscode from 'vscode';
import type { TargetReport } from '../../../engine';
import type { Requirement } from '../../../host';
import { registerCommand, type Services } from '../../common';
import { commands } from '../../names';
import { type Inspections, toEditorRemedy } from '../../services/targets';
import { requireTrust } from '../../services/trust';

type Needed = Pick<Services, 'homes' | 'log'> & { readonly inspections: Inspections };

const SCHEME = 'cyclescope-check';

/** Pages of Markdown that are shown as previews. */
interface Pages extends vscode.Disposable {
  /** Shows a page; another one of the same title and key is replaced. */
  show(title: string, key: string, markdown: string): Promise<void>;
}

/** Creates pages with a scheme of their own. */
function newPages(scheme: string): Pages {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const registered = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
  });
  return {
    show: async (title, query, markdown) => {
      const uri = vscode.Uri.from({ scheme, path: `/${title}.md`, query });
      texts.set(uri.toString(), markdown);
      changed.fire(uri);
      // Locked: the preview keeps its content when another document becomes active.
      const settings = { locked: true };
      await vscode.commands.executeCommand('markdown.showPreview', uri, undefined, settings);
    },
    dispose: () => vscode.Disposable.from(changed, registered).dispose(),
  };
}

async function check({ homes, inspections }: Needed, pages: Pages): Promise<void> {
  if (!(await requireTrust(vscode.l10n.t('This computer cannot be checked now.')))) return;
  const home = await homes.choose();
  if (!home) return;
  const title = vscode.l10n.t('This computer');
  const options = { location: vscode.ProgressLocation.Window, title };
  const reports = await vscode.window.withProgress(options, () => inspections.inspect(home));
  await pages.show(title, home.id, checkText(reports, title));
}

/** Registers the command that shows what targets need, and how to get what is missing. */
export function registerCheckCommand(needed: Needed): vscode.Disposable {
  const pages = newPages(SCHEME);
  return vscode.Disposable.from(
    pages,
    registerCommand(needed, commands.checkComputer, () => check(needed, pages)),
  );
}

/** Paths and commands may contain Markdown markup. */
const code = (text: string) => `\`${text.replaceAll('`', "'").replaceAll(/\s+/g, ' ')}\``;

function row(requirement: Requirement): string {
  const { name, found } = requirement;
  const remedy = code(toEditorRemedy(requirement).text);
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
