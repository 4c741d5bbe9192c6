import { spawn } from 'node:child_process';

/** An emulated board that keeps time as the target does, with its second UART on a pseudo-terminal. */
export interface SerialMachine {
  /** The terminal's file. */
  readonly path: string;
  end(): Promise<void>;
}

const ARGUMENTS = [
  '-machine',
  'mps2-an385',
  '-icount',
  'shift=7,align=off,sleep=off',
  '-display',
  'none',
  '-monitor',
  'none',
  '-serial',
  'null',
  '-serial',
  'pty',
];

/** Switches the board on with an image. */
export async function startSerialMachine(elf: string): Promise<SerialMachine> {
  const child = spawn('qemu-system-arm', [...ARGUMENTS, '-kernel', elf]);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const path = await new Promise<string>((resolve, reject) => {
    let output = '';
    const read = (text: Buffer) => {
      output += text.toString();
      const [, found] = /redirected to (\/dev\/\S+)/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    void ended.then(() => reject(new Error(`QEMU ended: ${output}`)));
  });
  return {
    path,
    end: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}
