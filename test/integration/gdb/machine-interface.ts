import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** GDB as an editor's debug adapter drives it. */
export interface Gdb {
  /** Runs one command as cortex-debug runs those of a configuration; rejects if GDB does. */
  run(command: string): Promise<void>;
  /** Lets the program run and returns the first line with the reason why it stopped. */
  resume(): Promise<string>;
  /** Evaluates an expression. */
  evaluate(expression: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts GDB on a program's file. Lines are taken when they are whole: tokens come apart else. */
export function startGdb(executable: string): Gdb {
  const child = spawn('gdb-multiarch', ['-q', '-nx', '--interpreter=mi3', executable]);
  const ended = once(child, 'close');
  const answers = new Map<string, (line: string) => void>();
  let onStop: (line: string) => void = () => undefined;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const token = /^(\d+)\^/.exec(line)?.[1];
    if (token !== undefined) answers.get(token)?.(line.slice(token.length));
    if (line.startsWith('*stopped')) onStop(line);
  });
  void ended.then(() => {
    for (const settle of answers.values()) settle('^error,msg="gdb ended"');
    onStop('gdb ended');
  });
  let last = 0;
  const ask = async (command: string): Promise<string> => {
    const token = String(++last);
    const answer = new Promise<string>((resolve) => answers.set(token, resolve));
    child.stdin.write(`${token}-${command}\n`);
    const line = await answer;
    if (line.startsWith('^error')) throw new Error(`${command}: ${line}`);
    return line;
  };
  return {
    run: async (command) => {
      const isMi = command.startsWith('-');
      await ask(isMi ? command.slice(1) : `interpreter-exec console "${command}"`);
    },
    resume: async () => {
      const stopped = new Promise<string>((resolve) => (onStop = resolve));
      await ask('exec-continue --all');
      return stopped;
    },
    evaluate: async (expression) => {
      const answer = await ask(`data-evaluate-expression "${expression}"`);
      return /value="(.*)"$/.exec(answer)?.[1] ?? '';
    },
    close: async () => {
      child.stdin.end('-gdb-exit\n');
      await ended;
    },
  };
}
