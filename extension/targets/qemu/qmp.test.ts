import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { connectQmp } from './qmp';

const opened: (() => void)[] = [];
afterEach(() => opened.splice(0).forEach((close) => close()));

test('negotiates, runs commands, and separates events from replies', async () => {
  const { qmp, commands } = await open((command) =>
    command === 'system_reset'
      ? [{ event: 'RESET' }, 'not json', { return: {} }]
      : [{ return: {} }],
  );
  const reset = qmp.event('RESET');
  await qmp.execute('system_reset');
  await reset;
  await qmp.execute('cont');
  expect(commands).toEqual(['qmp_capabilities', 'system_reset', 'cont']);
});

test('reports an error in the emulator’s words', async () => {
  const { qmp } = await open((command) =>
    command === 'cont'
      ? [{ error: { class: 'GenericError', desc: 'guest is lost' } }]
      : [{ return: {} }],
  );
  await expect(qmp.execute('cont')).rejects.toThrow('QEMU refused cont: guest is lost');
  await qmp.execute('stop');
});

test('accepts the empty answer of the human monitor', async () => {
  const answers = ['', "unknown command: 'singlestep'\r\n"];
  const { qmp } = await open((command) => [
    { return: command === 'human-monitor-command' ? answers.shift() : {} },
  ]);
  await qmp.monitor('log none');
  await expect(qmp.monitor('singlestep on')).rejects.toThrow(
    'QEMU refused "singlestep on": unknown command: \'singlestep\'',
  );
});

test('a broken connection rejects pending and later calls', async () => {
  const { qmp, disconnect } = await open((command) => (command === 'stop' ? [] : [{ return: {} }]));
  const stop = qmp.execute('stop');
  disconnect();
  await expect(stop).rejects.toThrow();
  await expect(qmp.execute('cont')).rejects.toThrow();
});

test('an abort rejects with its reason', async () => {
  const abort = new AbortController();
  const { qmp } = await open(
    (command) => (command === 'stop' ? [] : [{ return: {} }]),
    abort.signal,
  );
  const stop = qmp.execute('stop');
  abort.abort(new Error('enough'));
  await expect(stop).rejects.toThrow('enough');
});

/** A fake emulator that answers each command with lines. */
async function open(
  answer: (command: string) => readonly unknown[],
  signal = new AbortController().signal,
) {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-qmp-'));
  const commands: string[] = [];
  let peer: Socket | undefined;
  const server = createServer((socket) => {
    peer = socket;
    const say = (message: unknown) =>
      socket.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\r\n`);
    say({ QMP: { version: {}, capabilities: [] } });
    createInterface({ input: socket }).on('line', (line) => {
      const { execute } = JSON.parse(line) as { execute: string };
      commands.push(execute);
      answer(execute).forEach(say);
    });
  });
  await new Promise<void>((resolve) => server.listen(join(folder, 'qmp'), resolve));
  const socket = connect(join(folder, 'qmp'));
  opened.push(() => {
    socket.destroy();
    server.close();
    rmSync(folder, { recursive: true });
  });
  return { qmp: await connectQmp(socket, signal), commands, disconnect: () => peer?.destroy() };
}
