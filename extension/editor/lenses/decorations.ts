import * as vscode from 'vscode';
import type { Palette } from '../../core/report/svg-histogram';
import { hoverMarkdown, HOVER_COMMANDS } from './hover';
import { dataUri, inlineSvg } from './inline';
import { paletteFor } from './palette';
import type { Subject } from './subject';

/** What all histograms in the text share. */
export function newInlineType(): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}

/** The histogram at the end of each benchmark's line, with what hovering over it shows. */
export function decorationsFor(
  document: vscode.TextDocument,
  subjects: readonly Subject[],
): vscode.DecorationOptions[] {
  const palette = paletteFor(vscode.window.activeColorTheme.kind);
  const fontSize = vscode.workspace.getConfiguration('editor', document).get('fontSize', 14);
  return subjects.flatMap((subject) => {
    const { row, points, found, stale } = subject;
    if (!row) return [];
    const staleWord = stale && vscode.l10n.t('stale');
    // One histogram of many would say nothing of the others.
    const svg = points.length > 0 ? undefined : inlineSvg(row, { palette, fontSize, staleWord });
    const { range } = document.lineAt(document.positionAt(found.start));
    const hoverMessage = hoverFor(subject, palette);
    return [
      {
        range: new vscode.Range(document.positionAt(found.start), range.end),
        ...(hoverMessage && { hoverMessage }),
        ...(svg !== undefined && { renderOptions: { after: attachment(svg) } }),
      },
    ];
  });
}

function attachment(svg: string): vscode.ThemableDecorationAttachmentRenderOptions {
  return {
    contentIconPath: vscode.Uri.parse(dataUri(svg)),
    margin: '0 0 0 2em',
    // The image stands on the line of the text.
    textDecoration: 'none; vertical-align: middle',
  };
}

function hoverFor(subject: Subject, palette: Palette): vscode.MarkdownString | undefined {
  const text = hoverMarkdown(subject, palette, vscode.l10n.t);
  if (text === undefined) return undefined;
  const message = new vscode.MarkdownString(text, true);
  message.isTrusted = { enabledCommands: HOVER_COMMANDS };
  return message;
}
