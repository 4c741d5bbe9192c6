import { connectTcp, type Address } from '../swd/connect';

/** OpenOCD's command port: one command at a time, with what it answers. */
export interface TclClient {
  /** Rejects with what OpenOCD said when the command fails. */
  run(command: string, timeoutMs?: number): Promise<string>;
  close(): void;
}

/** Ends every command and every answer. */
const END = '\x1a';
const TIMEOUT_MS = 5000;

interface Waiter {
  readonly settle: (answer: string | Error) => void;
}

/** Connects to the command port of a running OpenOCD. */
export async function connectTcl(address: Address, signal: AbortSignal): Promise<TclClient> {
  const socket = await connectTcp(address, { signal, timeoutMs: TIMEOUT_MS });
  let waiting: Waiter[] = [];
  let failure: Error | undefined;
  let rest = '';
  const fail = (error: Error) => {
    failure ??= error;
    socket.destroy();
    for (const { settle } of waiting.splice(0)) settle(failure);
  };
  const cancel = () => fail(new Error('cancelled'));
  signal.addEventListener('abort', cancel, { once: true });
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    const answers = (rest + text).split(END);
    rest = answers.pop() ?? '';
    for (const answer of answers) waiting.shift()?.settle(answer);
  });
  socket.once('close', () => {
    signal.removeEventListener('abort', cancel);
    fail(new Error('OpenOCD closed its command port'));
  });
  if (signal.aborted) cancel();

  const ask = (command: string, timeoutMs: number) =>
    new Promise<string>((resolve, reject) => {
      if (failure !== undefined) return reject(failure);
      // Nobody could tell a late answer from the next one.
      const late = () => fail(new Error(`OpenOCD did not answer "${command}" in ${timeoutMs} ms`));
      const timer = setTimeout(late, timeoutMs);
      const settle: Waiter['settle'] = (answer) => {
        clearTimeout(timer);
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      };
      waiting = [...waiting, { settle }];
      socket.write(guarded(command) + END);
    });
  return {
    run: async (command, timeoutMs = TIMEOUT_MS) => {
      const answer = await ask(command, timeoutMs);
      const text = answer.slice(2).trim();
      if (answer.startsWith('0 ')) return text;
      throw new Error(`OpenOCD refused "${command}": ${text || 'it did not say why'}`);
    },
    close: () => socket.destroy(),
  };
}

/** The port answers alike whether a command worked or not: the answer begins with 0 where it did. */
function guarded(command: string): string {
  return `set cyclescope_code [catch {${command}} cyclescope_text]; format "%d %s" $cyclescope_code $cyclescope_text`;
}
