import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import * as v from 'valibot';
import { PROTOCOL_VERSION } from '../../views/shared/protocol';
import { isLost, type Page, pageHtml, viewsFolder } from './html';

/** So often a page that could not load its files is loaded anew without asking. */
const MOST_RETRIES = 4;

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
  let retries = 0;
  const load = () => {
    webview.html = pageHtml(
      {
        ...{ view, title, language: vscode.env.language, translations: vscode.l10n.bundle ?? {} },
        lost: {
          sentence: vscode.l10n.t('This view could not be loaded.'),
          again: vscode.l10n.t('Try again'),
        },
      },
      {
        cspSource: webview.cspSource,
        script: address(`${view}.js`),
        style: address(`${view}.css`),
        nonce: randomUUID(),
        canRetry: retries < MOST_RETRIES,
      },
    );
  };
  const listening = webview.onDidReceiveMessage((message: unknown) => {
    if (isLost(message)) {
      retries += 1;
      log.debug(`The view ${view} could not load its files: it is loaded anew.`);
      return load();
    }
    const checked = v.safeParse(receives, message);
    if (!checked.success)
      return log.warn(`The view ${view} sent what cannot be read.`, checked.issues[0].message);
    retries = 0;
    onMessage(checked.output);
  });
  load();
  return {
    post: (message) =>
      void webview.postMessage({ version: PROTOCOL_VERSION, ...(message as object) }),
    dispose: () => listening.dispose(),
  };
}
