import * as vscode from 'vscode';

/** Pages of Markdown that are shown as previews. */
export interface Pages extends vscode.Disposable {
  /** Shows a page; another one of the same title and key is replaced. */
  show(title: string, key: string, markdown: string): Promise<void>;
}

/** Creates pages with a scheme of their own. */
export function newPages(scheme: string): Pages {
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
