/**
 * Which of Debian's kernels for 32-bit Arm: the one for processors with LPAE, as the board's, the
 * general one, or the one with PREEMPT_RT, which comes without LPAE only.
 */
export type KernelFlavour = 'armmp-lpae' | 'armmp' | 'rt-armmp';

/** A way to run Linux on the emulated i.MX 6UL evaluation kit. */
export interface LinuxBoard {
  /** The target's id. */
  readonly target: string;
  readonly title: string;
  readonly program: string;
  /** The Debian package of the program. */
  readonly aptPackage: string;
  readonly machine: string;
  readonly flavour: KernelFlavour;
  /**
   * Debian's device tree leaves the processor's own timer off, and Linux reads the board's 24 MHz
   * one by a system call. With it on there are steps of 16 ns and no call, on a changed board.
   */
  readonly architectedTimer: boolean;
}

const IMX6UL = {
  target: 'qemu-linux-imx6ul',
  title: 'Linux on an emulated i.MX 6UL (QEMU mcimx6ul-evk, Debian kernel)',
  program: 'qemu-system-arm',
  aptPackage: 'qemu-system-arm',
  machine: 'mcimx6ul-evk',
  // Kernels without LPAE guard user memory by domains, on each change of which QEMU forgets all
  // translations: half a million context switches take five times as long then.
  flavour: 'armmp-lpae',
  architectedTimer: false,
} as const satisfies LinuxBoard;

/** The board with everything as Debian delivers it, and its variants. */
export const LINUX_BOARDS: readonly LinuxBoard[] = [
  IMX6UL,
  {
    ...IMX6UL,
    target: 'qemu-linux-imx6ul-armmp',
    title: 'Linux without LPAE on an emulated i.MX 6UL, as a reference for PREEMPT_RT',
    flavour: 'armmp',
  },
  {
    ...IMX6UL,
    target: 'qemu-linux-imx6ul-rt',
    title: 'Linux with PREEMPT_RT on an emulated i.MX 6UL (QEMU mcimx6ul-evk, Debian kernel)',
    flavour: 'rt-armmp',
  },
  {
    ...IMX6UL,
    target: 'qemu-linux-imx6ul-arch',
    title: 'Linux on an emulated i.MX 6UL whose device tree enables the architected timer',
    architectedTimer: true,
  },
];

/** The images that all of them run: a static program for 32-bit Arm. */
export const AGENT_IMAGES = 'linux-armhf';
