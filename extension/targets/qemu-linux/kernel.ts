import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TargetError } from '../../base';
import { cacheFolder } from '../../host';

/**
 * Debian's kernels for 32-bit Arm: the one for processors with LPAE, as the board's, the general
 * one, and the one with PREEMPT_RT, which exists only without LPAE.
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
  /**
   * The seed of the random number generator, or undefined for none: then Linux mixes its pool again
   * for every number, and creating a thread takes 10,000 instructions more.
   */
  readonly randomSeed: string | undefined;
}

const IMX6UL = {
  target: 'qemu-linux-imx6ul',
  title: 'Linux on an emulated i.MX 6UL (QEMU mcimx6ul-evk, Debian kernel)',
  program: 'qemu-system-arm',
  aptPackage: 'qemu-system-arm',
  machine: 'mcimx6ul-evk',
  // Kernels without LPAE guard user memory by domains. QEMU discards all translations when one
  // changes, so half a million context switches take five times as long.
  flavour: 'armmp-lpae',
  architectedTimer: false,
  randomSeed: createHash('sha256').update('cyclescope').digest('hex'),
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
  {
    ...IMX6UL,
    target: 'qemu-linux-imx6ul-unseeded',
    title: 'Linux on an emulated i.MX 6UL whose random number generator has no seed',
    randomSeed: undefined,
  },
];

/** The images that all of them run: a static program for 32-bit Arm. */
export const AGENT_IMAGES = 'linux-armhf';

/** Files in a kernel's folder, beside its description. */
export const KERNEL_FILES = { kernel: 'vmlinuz', deviceTree: 'imx6ul-14x14-evk.dtb' } as const;
/** Written last: a folder without it holds nothing. */
export const KERNEL_DESCRIPTION = 'kernel.json';

/** The origin of a kernel, and the hashes that its files must have. */
export interface KernelDescription {
  readonly schema: 1;
  /** Debian's package and its version. */
  readonly package: string;
  readonly version: string;
  /** SHA-256 by file name. */
  readonly sha256: Readonly<Record<string, string>>;
}

/** A kernel that is ready to boot. */
export interface Kernel {
  readonly path: string;
  readonly deviceTree: string;
  readonly description: KernelDescription;
}

/** The command that brings a board's kernel. */
export function fetchCommand({ target }: Pick<LinuxBoard, 'target'>): string {
  return `cyclescope fetch-kernel --target ${target}`;
}

/** Returns the folder that keeps kernels: a clone's build folder, or else the user's cache. */
export function kernelCache(environment = process.env, here = __dirname): string {
  const { CYCLESCOPE_KERNELS: chosen } = environment;
  if (chosen) return chosen;
  const clone = cloneAround(here);
  if (clone !== undefined) return join(clone, 'build', 'linux-imx6ul');
  return join(cacheFolder(environment), 'linux-imx6ul');
}

/** Packages are published without their lock file. */
function cloneAround(folder: string): string | undefined {
  if (existsSync(join(folder, 'package-lock.json'))) return folder;
  const parent = dirname(folder);
  return parent === folder || existsSync(join(folder, 'package.json'))
    ? undefined
    : cloneAround(parent);
}

/** The description of the kernel in a cache; undefined if there is none or a file is missing. */
export function describeKernel(
  flavour: KernelFlavour,
  cache = kernelCache(),
): KernelDescription | undefined {
  const folder = join(cache, flavour);
  if (!Object.values(KERNEL_FILES).every((name) => existsSync(join(folder, name)))) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, KERNEL_DESCRIPTION), 'utf8'));
    return isDescription(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The kernel of a board, its files held against their checksums. */
export function findKernel(board: LinuxBoard, cache = kernelCache()): Kernel {
  const description = describeKernel(board.flavour, cache);
  const folder = join(cache, board.flavour);
  if (description === undefined) {
    throw makeKernelError(`There is no kernel for ${board.target} (searched ${folder})`, board);
  }
  for (const name of Object.values(KERNEL_FILES)) {
    const found = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    if (found === description.sha256[name]) continue;
    throw makeKernelError(
      `${join(folder, name)} has changed since it was fetched (its SHA-256 differs)`,
      board,
    );
  }
  const { kernel, deviceTree } = KERNEL_FILES;
  return { path: join(folder, kernel), deviceTree: join(folder, deviceTree), description };
}

function makeKernelError(message: string, board: LinuxBoard): TargetError {
  return new TargetError('missing-program', message, `Fetch it with: ${fetchCommand(board)}`);
}

function isDescription(value: unknown): value is KernelDescription {
  if (typeof value !== 'object' || value === null) return false;
  const { schema, package: name, version, sha256 } = value as Partial<KernelDescription>;
  const isNamed = typeof name === 'string' && typeof version === 'string';
  return schema === 1 && isNamed && typeof sha256 === 'object' && sha256 !== null;
}
