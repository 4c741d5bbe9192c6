const { registerDebugger } = require('./debugger.cjs');

exports.activate = (/** @type {import('vscode').ExtensionContext} */ { subscriptions }) => {
  subscriptions.push(registerDebugger(['cortex-debug']));
};
