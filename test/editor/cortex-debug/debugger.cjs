const vscode = require('vscode');

/**
 * Sessions that debug nothing, of the types that a probe's owners have: what they do to a probe
 * is in their configuration.
 */
exports.registerDebugger = (/** @type {readonly string[]} */ types) =>
  vscode.Disposable.from(
    ...types.map((type) =>
      vscode.debug.registerDebugAdapterDescriptorFactory(type, {
        createDebugAdapterDescriptor: () => new vscode.DebugAdapterInlineImplementation(adapter()),
      }),
    ),
  );

/** Agrees to everything, prints what it was launched with, and ends on request. */
function adapter() {
  const sent = new vscode.EventEmitter();
  let seq = 0;
  const send = (/** @type {object} */ message) => sent.fire({ seq: ++seq, ...message });
  return {
    onDidSendMessage: sent.event,
    handleMessage: (/** @type {any} */ { type, seq: request_seq, command, arguments: given }) => {
      if (type !== 'request') return;
      const body = command === 'threads' ? { threads: [] } : {};
      send({ type: 'response', request_seq, command, success: true, body });
      if (command === 'launch') {
        const output = `${given.executable}\n${given.postLaunchCommands?.join('\n') ?? ''}\n`;
        send({ type: 'event', event: 'output', body: { category: 'console', output } });
      }
      if (command === 'initialize') send({ type: 'event', event: 'initialized' });
      if (command === 'disconnect') send({ type: 'event', event: 'terminated' });
    },
    dispose: () => sent.dispose(),
  };
}
