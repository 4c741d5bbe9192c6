import * as vscode from 'vscode';
import { canProfile } from '../../../targets';
import { newTrigger, type Services } from '../../common';
import { settings } from '../../names';
import { isCortexDebugInstalled, isDebuggable } from '../debug';
import { buildLensDecorations, newInlineType } from './decorations';
import { newReader, SELECTOR, collectSubjects } from './documents';
import { debugLens, lensTexts, profileLens } from './lens-text';

/** Edits and events come in bursts; process them this many milliseconds after the last one. */
const REST = 150;

/** Shows figures above each benchmark and a small histogram at the end of its line. */
export function registerLenses(services: Services): vscode.Disposable {
  const { workspace, window } = vscode;
  const read = newReader();
  const inline = newInlineType();
  const changed = new vscode.EventEmitter<void>();

  const draw = async (editor: vscode.TextEditor) => {
    const { document } = editor;
    if (vscode.languages.match(SELECTOR, document) === 0) return;
    const { version } = document;
    const subjects = await collectSubjects(services, read, document);
    // An edit in the meantime has requested another update.
    if (document.version !== version) return;
    editor.setDecorations(inline, buildLensDecorations(document, subjects));
  };
  const logError = (error: unknown) => services.log.error('lenses:', error as Error);
  const drawAll = () =>
    window.visibleTextEditors.forEach((editor) => void draw(editor).catch(logError));
  const trigger = newTrigger(REST, () => {
    changed.fire();
    drawAll();
  });
  const lenses: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: async (document) => {
      const subjects = await collectSubjects(services, read, document);
      return subjects.flatMap((subject) => {
        const at = document.positionAt(subject.found.start);
        const { isTrusted } = workspace;
        const { target, home } = subject;
        const found = services.targets.find(home, target);
        const lenses = [
          lensTexts,
          ...(found && canProfile(found) ? [profileLens] : []),
          ...(found && isDebuggable(found) && isCortexDebugInstalled() ? [debugLens] : []),
        ];
        const texts = lenses.flatMap((of) => of(subject, isTrusted, vscode.l10n.t));
        const range = new vscode.Range(at, at);
        return texts.map((lens) => {
          return new vscode.CodeLens(range, { ...lens, arguments: [...lens.arguments] });
        });
      });
    },
  };
  drawAll();
  return vscode.Disposable.from(
    inline,
    changed,
    trigger,
    vscode.languages.registerCodeLensProvider(SELECTOR, lenses),
    ...refreshes(services, trigger.pull),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && vscode.languages.match(SELECTOR, document)) trigger.pull();
    }),
    window.onDidChangeVisibleTextEditors(drawAll),
    window.onDidChangeActiveColorTheme(drawAll),
  );
}

/** Everything except the text that changes what is shown. */
function refreshes(services: Services, pull: () => void): readonly vscode.Disposable[] {
  const { figures, images, targets, homes, runner } = services;
  const { workspace } = vscode;
  return [
    ...[figures, images, targets].map(({ onDidChange }) => onDidChange(pull)),
    homes.onDidChange(pull),
    runner.onDidStart((running) => {
      pull();
      running.onDidChangePhase(pull);
      running.onDidUpdate(pull);
    }),
    runner.onDidEnd(pull),
    vscode.extensions.onDidChange(pull),
    workspace.onDidGrantWorkspaceTrust(pull),
    workspace.onDidChangeConfiguration((event) => {
      const names = [settings.inlineResults, 'editor.fontSize'];
      if (names.some((name) => event.affectsConfiguration(name))) pull();
    }),
  ];
}
