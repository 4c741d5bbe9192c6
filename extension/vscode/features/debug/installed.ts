import * as vscode from 'vscode';

const CORTEX_DEBUG_EXTENSION = 'marus25.cortex-debug';

/** Whether the extension that debugs is installed. */
export function isCortexDebugInstalled(): boolean {
  return vscode.extensions.getExtension(CORTEX_DEBUG_EXTENSION) !== undefined;
}
