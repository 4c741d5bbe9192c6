import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TargetError } from '../../base/failures';
import { isProcessAlive, startTime } from '../../host/lock/alive';
import type { ServerPorts } from '../../host/ports';
import { type Launch, type ServerProcess, startServer } from './bring-up';
import type { DrivenServer } from './server';

/*
 * The server is a line of JavaScript that prints something and then waits for its end.
 */
const WAIT = 'setInterval(() => undefined, 1000);';

let running: ServerProcess | undefined;
beforeEach(() => {
  running = undefined;
});
afterEach(() => running?.end());

test.each([
  'console.log("ready now")',
  'console.error("ready now")',
  'process.stdout.write("ready now")',
])('%s: becomes ready, and is gone after its end', async (script) => {
  running = await start(`${script};${WAIT}`);
  const { pid } = running.child;
  const began = startTime(pid);
  expect(running.output.lines()).toContain('ready now');
  await running.end();
  expect(isProcessAlive(pid, began)).toBe(false);
});

test('a known cause explains its exit', async () => {
  await expect(start('console.error("no probe 17"); process.exit(1)')).rejects.toMatchObject({
    code: 'busy',
    message: 'There is no probe 17',
    hint: 'Plug it in (this test).',
  });
});

test('an unknown exit is reported with its last output, errors first', async () => {
  const script = 'console.error("Error: it broke"); console.log("bye"); process.exitCode = 3';
  await expect(start(script)).rejects.toMatchObject({
    code: 'start-failed',
    message: 'The server ended with exit code 3: Error: it broke',
  });
});

test('a line that makes waiting pointless ends the wait', async () => {
  await expect(start(`console.log("waiting for a probe");${WAIT}`)).rejects.toMatchObject({
    message: 'It waits for a probe',
  });
});

test('reports a server that never becomes ready', async () => {
  await expect(start(`console.log("thinking");${WAIT}`, { timeoutMs: 3000 })).rejects.toMatchObject(
    {
      code: 'start-failed',
      message: 'The server was not ready within 3 s',
      hint: 'Its last output: thinking',
    },
  );
});

test('reports a missing program', async () => {
  await expect(start('', { program: '/no/such/program' })).rejects.toMatchObject({
    code: 'missing-program',
    message: '/no/such/program was not found',
  });
});

test('is gone after a cancel', async () => {
  const life = new AbortController();
  const started = start(`console.log("thinking");${WAIT}`, { life: life.signal });
  life.abort(new TargetError('cancelled', 'enough'));
  await expect(started).rejects.toMatchObject({ code: 'cancelled' });
});

test('retries with other ports if one was taken meanwhile, three times at most', async () => {
  const tried: number[] = [];
  const tryPorts = (ports: ServerPorts) => {
    tried.push(ports.gdb);
    return tried.length < 3 ? 'console.log("port taken");' : 'console.log("ready");';
  };
  running = await start((ports) => tryPorts(ports) + WAIT);
  expect(new Set(tried).size).toBe(3);
  await expect(start(`console.log("port taken");${WAIT}`)).rejects.toMatchObject({
    message: 'A port is taken',
  });
});

test('picks ports that can be listened on', async () => {
  let offered: ServerPorts | undefined;
  running = await start((ports) => {
    offered = ports;
    return `console.log("ready");${WAIT}`;
  });
  const { gdb = 0, command = 0, telnet = 0, rtt = 0 } = offered ?? {};
  const all = [gdb, command, telnet, rtt];
  expect(new Set(all).size).toBe(4);
  for (const port of all) {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    server.close();
  }
});

const server: DrivenServer = {
  kind: 'openocd',
  title: 'The server',
  quirks: {
    name: '',
    binaryWrites: true,
    whileRunning: 'answered',
    checksums: false,
    packetSize: 1,
  },
  ready: /^ready/,
  causes: [
    {
      pattern: /no probe (\d+)/,
      code: 'busy',
      message: ([, number]) => `There is no probe ${number}`,
      hint: (_, { source }) => `Plug it in (${source}).`,
    },
    {
      pattern: /waiting for a probe/,
      code: 'start-failed',
      message: () => 'It waits for a probe',
      hint: () => '',
      isFinal: true,
    },
    {
      pattern: /port taken/,
      code: 'start-failed',
      message: () => 'A port is taken',
      hint: () => '',
      isFinal: true,
      isPortTaken: true,
    },
  ],
  requirements: () => Promise.resolve([]),
  resetHalt: vi.fn(),
  run: vi.fn(),
  openRtt: vi.fn(),
};

interface Choices extends Partial<Pick<Launch, 'life' | 'timeoutMs'>> {
  readonly program?: string;
}

function start(
  script: string | ((ports: ServerPorts) => string),
  { program = process.execPath, ...more }: Choices = {},
): Promise<ServerProcess> {
  const makeScript = typeof script === 'string' ? () => script : script;
  return startServer({
    server,
    board: { id: 'b', title: 'b', source: 'this test', namesPrograms: false, gaps: [] },
    makeCommand: (ports) => ({ program, args: ['-e', makeScript(ports)] }),
    log: { info: () => undefined, debug: () => undefined },
    life: new AbortController().signal,
    timeoutMs: 10_000,
    ...more,
  });
}
