import { join } from 'node:path';
import type { QemuMachine } from './machines';

/** The files of one emulator, all in its scratch folder. */
export interface ScratchFiles {
  readonly folder: string;
  readonly ram: string;
  readonly gdb: string;
  readonly qmp: string;
}

/** Names the files of a scratch folder. */
export function scratchFiles(folder: string): ScratchFiles {
  return { folder, ram: join(folder, 'ram'), gdb: join(folder, 'gdb'), qmp: join(folder, 'qmp') };
}

/**
 * How the machine keeps time, and what it does without. With `shift=7` an instruction takes 128 ns
 * of emulated time, more than two ticks of every 25 MHz timer, so that single instructions can be
 * told apart; `sleep=off` makes emulated time independent of the host's.
 */
const MANNERS = [
  ...['-icount', 'shift=7,align=off,sleep=off'],
  ...['-display', 'none', '-serial', 'none', '-monitor', 'none', '-nodefaults'],
];

/** QEMU's arguments for measuring. */
export function qemuArguments(board: QemuMachine, files: ScratchFiles): readonly string[] {
  const size = board.ram.end - board.ram.start;
  return [
    ...['-machine', `${board.machine},memory-backend=ram`],
    ...['-object', `memory-backend-file,id=ram,size=${size},mem-path=${files.ram},share=on`],
    ...MANNERS,
    ...['-S', '-gdb', `unix:${files.gdb},server=on,wait=off`],
    ...['-qmp', `unix:${files.qmp},server=on,wait=off`],
  ];
}

/** QEMU's arguments for a debugger, which comes over TCP. */
export function debuggedArguments(
  { machine }: Pick<QemuMachine, 'machine'>,
  { port, qmp }: { readonly port: number; readonly qmp: string },
): readonly string[] {
  return [
    ...['-machine', machine, ...MANNERS],
    ...['-S', '-gdb', `tcp:127.0.0.1:${port}`],
    ...['-qmp', `unix:${qmp},server=on,wait=off`],
  ];
}

/** What QEMU said last, without what is harmless and without its dumps of registers; for messages. */
export function lastWords(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.includes('icount sleep disabled and no active timers'));
  const own = lines.filter((line) => line.startsWith('qemu'));
  return (own.length > 0 ? own : lines).slice(-3).join(' / ');
}
