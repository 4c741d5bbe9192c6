import * as vscode from 'vscode';

const CORTEX_DEBUG_EXTENSION = 'marus25.cortex-debug';

export function isCortexDebugInstalled(): boolean {
  return vscode.extensions.getExtension(CORTEX_DEBUG_EXTENSION) !== undefined;
}
