import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { LONGEST_ANSWER_MS } from '../../base';

/** A connection to QEMU's machine protocol. */
export interface Qmp {
  /** Runs a command; rejects with QEMU's own words. */
  execute(command: string, args?: object): Promise<unknown>;
  /** Runs a command of the human monitor; rejects with its answer, unless that is empty. */
  monitor(line: string): Promise<void>;
  /** Resolves at the next event of that name; ask before causing it. */
  event(name: string): Promise<void>;
  close(): void;
}

interface Message {
  readonly QMP?: unknown;
  readonly return?: unknown;
  readonly error?: { readonly desc?: string };
  readonly event?: string;
}

interface Waiter {
  readonly accepts: (message: Message) => boolean;
  readonly resolve: (message: Message) => void;
  readonly reject: (error: Error) => void;
}

/** Runs QMP over a connected socket, from the greeting on. */
export async function connectQmp(socket: Socket, signal: AbortSignal): Promise<Qmp> {
  let waiters: Waiter[] = [];
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    for (const { reject } of waiters.splice(0)) reject(failure);
    socket.destroy();
  };
  createInterface({ input: socket })
    .on('line', (line) => {
      const message = parse(line);
      const waiter = waiters.find(({ accepts }) => accepts(message));
      waiters = waiters.filter((other) => other !== waiter);
      waiter?.resolve(message);
    })
    .on('error', fail);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('QEMU closed its machine protocol')));
  const onAbort = () =>
    fail(signal.reason instanceof Error ? signal.reason : new Error('cancelled'));
  signal.addEventListener('abort', onAbort, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', onAbort));
  if (signal.aborted) onAbort();

  const wait = (what: string, accepts: Waiter['accepts']) =>
    new Promise<Message>((resolve, reject) => {
      if (failure !== undefined) return reject(failure);
      const timer = setTimeout(
        () => fail(new Error(`QEMU did not answer ${what} within ${LONGEST_ANSWER_MS} ms`)),
        LONGEST_ANSWER_MS,
      );
      const clearTimerThen =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          settle(value);
        };
      waiters.push({ accepts, resolve: clearTimerThen(resolve), reject: clearTimerThen(reject) });
    });
  const execute = async (command: string, args?: object) => {
    const reply = wait(command, (message) => 'return' in message || 'error' in message);
    socket.write(`${JSON.stringify({ execute: command, arguments: args })}\n`);
    const { error, return: value } = await reply;
    if (error === undefined) return value;
    throw new Error(`QEMU refused ${command}: ${error.desc ?? 'no reason given'}`);
  };
  const monitor = async (line: string) => {
    const answer = await execute('human-monitor-command', { 'command-line': line });
    if (answer !== '') throw new Error(`QEMU refused "${line}": ${String(answer).trim()}`);
  };
  await wait('the connection', (message) => 'QMP' in message);
  await execute('qmp_capabilities');
  return {
    execute,
    monitor,
    event: async (name) => void (await wait(name, (message) => message.event === name)),
    close: () => socket.destroy(),
  };
}

function parse(line: string): Message {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null ? message : {};
  } catch {
    return {};
  }
}
