import { english } from '../../extension/vscode/features/testing-view/testing/examples';

/**
 * Replaces the module `vscode` in unit tests, as far as modules that are tested without an editor use it. All test
 * files share it, and none may mock it, since they share their workers' modules.
 */

/** The configuration by full setting names; a test clears its own entries. */
export const configuration = new Map<string, unknown>();

export const workspace = {
  isTrusted: true,
  getConfiguration: () => ({ get: (id: string) => configuration.get(id) }),
};

export const l10n = { t: english };

export const env = { language: 'en' };

/** Messages are closed without an answer. */
export const window = { showErrorMessage: () => Promise.resolve(undefined) };

export const commands = { registerCommand: () => ({ dispose: () => undefined }) };

export class CancellationError extends Error {}

export const Uri = { joinPath: (...parts: readonly unknown[]) => parts.join('/') };

export const QuickPickItemKind = { Separator: -1, Default: 0 };

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void) => this.#listeners.add(listener);
  readonly fire = (value: T) => this.#listeners.forEach((listener) => listener(value));
}

export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };

export class TreeItem {
  constructor(
    readonly label: string,
    readonly collapsibleState = TreeItemCollapsibleState.None,
  ) {}
}

export class ThemeIcon {
  static readonly Folder = new ThemeIcon('folder');
  constructor(readonly id: string) {}
}

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class MarkdownString {
  readonly appendText = () => this;
  readonly appendMarkdown = () => this;
}

export class TestMessage {
  contextValue = '';
}

export const Disposable = { from: () => ({ dispose: () => undefined }) };
