import * as vscode from 'vscode';
import * as v from 'valibot';
import { PROTOCOL_VERSION } from '../../views/shared/protocol';
import { type Page, pageHtml, viewsFolder } from './html';

/** A message as it is posted: its version is added on the way. */
export type WithoutVersion<T> = T extends unknown ? Omit<T, 'version'> : never;

/** The editor's end of a view. */
export interface ViewEnd<To> {
  readonly post: (message: WithoutVersion<To>) => void;
}

/** What a webview is allowed, wherever it is made. */
export function webviewOptions(extension: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [viewsFolder(vscode, extension)] };
}

/**
 * Loads a view into a webview and listens to it. The view says `ready` each time that it was
 * loaded, also after having been hidden or moved: what it shows is sent anew each time.
 */
export function attachView<To, From>(
  webview: vscode.Webview,
  options: {
    readonly context: vscode.ExtensionContext;
    readonly log: vscode.LogOutputChannel;
    readonly view: Page['view'];
    readonly title: string;
    readonly receives: v.GenericSchema<unknown, From>;
    readonly onMessage: (message: From) => void;
  },
): ViewEnd<To> & vscode.Disposable {
  const { context, log, view, title, receives, onMessage } = options;
  const folder = viewsFolder(vscode, context.extensionUri);
  const address = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString();
  webview.options = webviewOptions(context.extensionUri);
  const listening = webview.onDidReceiveMessage((message: unknown) => {
    const checked = v.safeParse(receives, message);
    if (checked.success) onMessage(checked.output);
    else log.warn(`The view ${view} sent what cannot be read.`, checked.issues[0].message);
  });
  webview.html = pageHtml(
    { view, title, language: vscode.env.language, translations: vscode.l10n.bundle ?? {} },
    {
      cspSource: webview.cspSource,
      script: address(`${view}.js`),
      style: address(`${view}.css`),
    },
  );
  return {
    post: (message) =>
      void webview.postMessage({ version: PROTOCOL_VERSION, ...(message as object) }),
    dispose: () => listening.dispose(),
  };
}
