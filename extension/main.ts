import type { ExtensionContext } from 'vscode';

// The extension and its worker threads are one file: what both need is in the package once. The code
// of either is evaluated only where it is asked for.

/** Called by VS Code when one of the activation events in package.json has happened. */
export async function activate(context: ExtensionContext): Promise<void> {
  (await import('./vscode/index')).activate(context);
}

/** Called in a worker thread, by dist/worker.cjs. */
export async function work(): Promise<void> {
  await import('./workers/main');
}
