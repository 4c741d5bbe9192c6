import type { LinuxBoard } from './board';

/** The files of one start of the board. */
export interface BoardFiles {
  readonly kernel: string;
  readonly deviceTree: string;
  readonly initramfs: string;
  /** Unix sockets on which this process listens. */
  readonly control: string;
  readonly stream: string;
}

/**
 * The kernel says nothing on the console unless it dies, and does not try its ciphers out, which
 * takes three quarters of the way to the agent. `/init` reads the rest.
 */
const COMMAND_LINE = [
  'console=ttymxc0 loglevel=1 panic=-1 cryptomgr.notests',
  'cyclescope.control=/dev/ttymxc0 cyclescope.stream=/dev/ttymxc1 cyclescope.icount=1',
].join(' ');

/**
 * QEMU's arguments. With `shift=0` an instruction takes one nanosecond of emulated time, so that
 * nanoseconds are instructions; `sleep=off` makes emulated time independent of the host's.
 */
export function linuxArguments(board: LinuxBoard, files: BoardFiles): readonly string[] {
  const { kernel, deviceTree, initramfs, control, stream } = files;
  return [
    ...['-machine', board.machine, '-m', '512'],
    ...['-kernel', kernel, '-dtb', deviceTree, '-initrd', initramfs, '-append', COMMAND_LINE],
    ...['-icount', 'shift=0,sleep=off'],
    ...['-display', 'none', '-monitor', 'none', '-nodefaults', '-no-reboot'],
    ...['-chardev', `socket,id=control,path=${control}`, '-serial', 'chardev:control'],
    ...['-chardev', `socket,id=stream,path=${stream}`, '-serial', 'chardev:stream'],
  ];
}
