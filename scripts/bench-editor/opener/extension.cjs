const { readFileSync } = require('node:fs');
const { Uri, ViewColumn, commands, window } = require('vscode');

/** Reads from a file what to open, because it changes while the editor runs. */
const readWish = () =>
  /** @type {{ run: { home: string, id: string }, recording: string }} */ (
    JSON.parse(readFileSync(process.env['CYCLESCOPE_BENCH_OPENS'] ?? '', 'utf8'))
  );

function openEmpty() {
  const panel = window.createWebviewPanel('opener.empty', 'Empty', ViewColumn.Active, {});
  panel.webview.html = '<!doctype html><html><body><p id="empty">empty</p></body></html>';
}

exports.activate = (/** @type {import('vscode').ExtensionContext} */ { subscriptions }) => {
  subscriptions.push(
    commands.registerCommand('opener.empty', openEmpty),
    commands.registerCommand('opener.results', () =>
      commands.executeCommand('cyclescope.openResults', readWish().run),
    ),
    commands.registerCommand('opener.recording', () =>
      commands.executeCommand('vscode.open', Uri.file(readWish().recording)),
    ),
    commands.registerCommand('opener.history', () =>
      commands.executeCommand('cyclescope.showHistory'),
    ),
  );
};
