import { LOOPBACK } from '../../../../host';
import type { CarrierListener, RttCarrier } from '../../../../rtt';
import { byMemory } from '../../by-memory';
import { type Address, connectTcp } from '../../connect';
import type { DebugServer } from '../../server';
import { LONGEST_ANSWER_MS } from '../../../../base';

/**
 * By memory, over the GDB port. OpenOCD's own RTT service takes at most 1 KiB of a channel at a look,
 * silently drops what does not fit the agent's ring, and does not report how often it polled.
 */
export const openByRings: DebugServer['openRtt'] = async (session, rings) => {
  const tcl = await connectTcl({ host: LOOPBACK, port: session.ports.command }, session.signal);
  const { carrier, facility } = byMemory(session, rings);
  return { carrier: quietly(carrier, tcl), facility };
};

/** OpenOCD polls the core's state ten times a second, except while it is kept quiet. */
function quietly(carrier: RttCarrier, tcl: TclClient): RttCarrier {
  let listener: CarrierListener | undefined;
  const fail = (error: unknown) =>
    listener?.onFailure(error instanceof Error ? error : new Error(String(error)));
  const quiet = createQuiet(
    async (isQuiet) => void (await tcl.run(isQuiet ? 'poll off' : 'poll on')),
    fail,
  );
  return {
    ...carrier,
    start: (next) => {
      listener = next;
      carrier.start(next);
    },
    send: (bytes) => {
      quiet.hush(0);
      return carrier.send(bytes);
    },
    drain: () => {
      quiet.hush(0);
      return carrier.drain();
    },
    hush: (milliseconds) => {
      quiet.hush(milliseconds);
      carrier.hush(milliseconds);
    },
    close: async () => {
      listener = undefined;
      quiet.end();
      await carrier.close();
      tcl.close();
    },
  };
}

/** OpenOCD's command port: one command at a time, with what it answers. */
interface TclClient {
  /** Rejects with OpenOCD's message if the command fails. */
  run(command: string, timeoutMs?: number): Promise<string>;
  close(): void;
}

/** Ends every command and every answer. */
const END = '\x1a';
interface Waiter {
  readonly settle: (answer: string | Error) => void;
}

/** Connects to the command port of a running OpenOCD. */
export async function connectTcl(address: Address, signal: AbortSignal): Promise<TclClient> {
  const socket = await connectTcp(address, { signal, timeoutMs: LONGEST_ANSWER_MS });
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
      // A late answer could not be distinguished from the next one.
      const late = () => fail(new Error(`OpenOCD did not answer "${command}" in ${timeoutMs} ms`));
      const timer = setTimeout(late, timeoutMs);
      const settle: Waiter['settle'] = (answer) => {
        clearTimeout(timer);
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      };
      waiting = [...waiting, { settle }];
      socket.write(guardCommand(command) + END);
    });
  return {
    run: async (command, timeoutMs = LONGEST_ANSWER_MS) => {
      const answer = await ask(command, timeoutMs);
      const text = answer.slice(2).trim();
      if (answer.startsWith('0 ')) return text;
      throw new Error(`OpenOCD refused "${command}": ${text || 'no reason given'}`);
    },
    close: () => socket.destroy(),
  };
}

/** The port answers alike whether a command worked or not: the answer begins with 0 where it did. */
function guardCommand(command: string): string {
  return `set cyclescope_code [catch {${command}} cyclescope_text]; format "%d %s" $cyclescope_code $cyclescope_text`;
}

/** Keeps a server quiet for a while. */
interface Quiet {
  /** For so long; a later call replaces an earlier one, 0 ends it. */
  hush(milliseconds: number): void;
  end(): void;
}

/** Switches a server's polling off and on through `send`, one call at a time. */
export function createQuiet(
  send: (quiet: boolean) => Promise<void>,
  fail: (error: unknown) => void,
): Quiet {
  let until = 0;
  let isQuiet = false;
  let isSending = false;
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  const isWanted = () => performance.now() < until;

  const settle = async (): Promise<void> => {
    clearTimeout(timer);
    if (isSending || isEnded) return;
    isSending = true;
    for (let want = isWanted(); want !== isQuiet && !isEnded; want = isWanted()) {
      await send(want);
      isQuiet = want;
    }
    isSending = false;
    if (isQuiet && !isEnded) timer = setTimeout(begin, until - performance.now());
  };
  const begin = () => void settle().catch(fail);
  return {
    hush: (milliseconds) => {
      until = performance.now() + milliseconds;
      begin();
    },
    end: () => {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}
