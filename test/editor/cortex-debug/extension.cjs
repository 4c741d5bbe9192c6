const vscode = require('vscode');
const { registerDebugger } = require('./debugger.cjs');

exports.activate = (/** @type {import('vscode').ExtensionContext} */ { subscriptions }) => {
  subscriptions.push(
    registerDebugger(['cortex-debug']),
    // As a configuration asks a command which board is meant.
    vscode.commands.registerCommand('standIn.answer', () => 'rig'),
  );
};
