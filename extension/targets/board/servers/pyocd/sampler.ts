import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LOOPBACK } from '../../../../host';
import { connectTcp } from '../../connect';
import type { PcReader, PcServer, ServerCommand, ServerStart } from '../../server';
import { pyOcd, type PyOcdSetup } from './process';
import { LONGEST_ANSWER_MS } from '../../../../base';

/** By writing this the core runs without a debugger. */
const DHCSR = 0xe000edf0;
const DEBUG_KEY = 0xa05f0000;

/** Words of a look, and stops of the core between two answers. */
const LOOK = 256;
const STOPS = 16;
/** Long enough that the way to pyOCD and back does not count. */
const BATCH_MS = 20;
/** The script that pyOCD runs: beside the bundle's folder, or in a clone. */
const SCRIPT = ['..', '../../../../..']
  .map((up) => join(__dirname, up, 'media/servers/pyocd/sample.py'))
  .find((path) => existsSync(path));

/** pyOCD's command line without a GDB server: its console runs the script that samples. */
export function samplerCommand(start: ServerStart<PyOcdSetup>): ServerCommand {
  const port = start.ports.command;
  const script = `$ exec(open(${JSON.stringify(SCRIPT)}).read(), {"session": session, "port": ${port}})`;
  return pyOcd('commander', ['--no-init', '--command', script], start);
}

/** Samples through the script, with a line for each request and for each answer. */
export async function openSampler({ ports, signal }: PcServer): Promise<PcReader> {
  const address = { host: LOOPBACK, port: ports.command };
  const socket = await connectTcp(address, { signal, timeoutMs: LONGEST_ANSWER_MS });
  const input = createInterface({ input: socket });
  const answers = input[Symbol.asyncIterator]();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  void closed.then(() => input.close());
  const cancel = () => socket.destroy();
  signal.addEventListener('abort', cancel, { once: true });
  socket.setTimeout(LONGEST_ANSWER_MS, cancel);
  const ask = async (name: string, ...values: readonly number[]): Promise<unknown> => {
    socket.write(`${[name, ...values].join(' ')}\n`);
    const { value, done } = await answers.next();
    if (done === true) throw new Error('pyOCD no longer answers');
    const answer: unknown = JSON.parse(value);
    const isRefusal = answer !== null && typeof answer === 'object' && 'error' in answer;
    if (isRefusal) throw new Error(`pyOCD could not ${name}: ${String(answer.error)}`);
    return answer;
  };
  const [controlBefore] = (await ask('before')) as readonly number[];
  return {
    controlBefore,
    readWord: async (at) => Number(await ask('read', at)),
    readWords: async (at, count) => (await ask('words', at, count)) as readonly number[],
    writeByte: async (at, value) => void (await ask('write8', at, value)),
    writeWord: async (at, value) => void (await ask('write', at, value)),
    look: async () => (await ask('look', LOOK)) as readonly number[],
    sample: async () => {
      const pieces = (await ask('sample', BATCH_MS)) as readonly (readonly [number, number])[][];
      return pieces.map((piece) => ({ counts: new Map(piece) }));
    },
    lookInTurns: async (blocks, times) => {
      const ends = blocks.flatMap(({ first, last }) => [first, last]);
      return (await ask('turns', times, ...ends)) as readonly number[];
    },
    halt: async () => (await ask('halt', STOPS)) as readonly number[],
    release: async () => void (await ask('write', DHCSR, DEBUG_KEY)),
    close: async () => {
      signal.removeEventListener('abort', cancel);
      socket.end();
      await closed;
    },
  };
}
