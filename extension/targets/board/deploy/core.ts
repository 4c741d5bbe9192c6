import { formatAddress, type Memory } from '../../../rtt';
import { badImage, type DeployableImage } from './image';

interface Core {
  readonly name: string;
  /** The architectures whose programs it runs, by their numbers in Arm's ABI. */
  readonly runs: readonly number[] | undefined;
}

const ARCHITECTURES: Readonly<Record<number, string>> = {
  10: 'Armv7',
  11: 'Armv6-M',
  12: 'Armv6S-M',
  13: 'Armv7E-M',
  16: 'Armv8-M.base',
  17: 'Armv8-M.main',
  21: 'Armv8.1-M.main',
};
const V6M = [11, 12];
const V7M = [10, ...V6M];
const V7EM = [13, ...V7M];
const V8M_BASE = [16, ...V6M];
const V8M_MAIN = [17, 16, ...V7EM];
const V81M_MAIN = [21, ...V8M_MAIN];

/** Arm's cores by the part number in their CPUID register. */
const CORES: Readonly<Record<number, Core>> = {
  0xc20: { name: 'Cortex-M0', runs: V6M },
  0xc60: { name: 'Cortex-M0+', runs: V6M },
  0xc21: { name: 'Cortex-M1', runs: V6M },
  0xc23: { name: 'Cortex-M3', runs: V7M },
  0xc24: { name: 'Cortex-M4', runs: V7EM },
  0xc27: { name: 'Cortex-M7', runs: V7EM },
  0xd20: { name: 'Cortex-M23', runs: V8M_BASE },
  0xd21: { name: 'Cortex-M33', runs: V8M_MAIN },
  0xd31: { name: 'Cortex-M35P', runs: V8M_MAIN },
  0xd22: { name: 'Cortex-M55', runs: V81M_MAIN },
  0xd23: { name: 'Cortex-M85', runs: V81M_MAIN },
  0xd24: { name: 'Cortex-M52', runs: V81M_MAIN },
};
/** Identifies the core; every Cortex-M answers at this address. */
export const CPUID = 0xe000ed00;
const MVFR0 = 0xe000ef40;
/** Its field for secure debugging is zero where a core has no security extension. */
const DAUTHSTATUS = 0xe000efb8;
const SECURE_DEBUG = 3 << 4;
/** It shows in which state the core is; nothing of it is seen from outside if secure debugging is off. */
const DSCSR = 0xe000ee08;
const CURRENT_DOMAIN_SECURE = 1 << 16;
/** Armv8-M cores, the only ones that have these registers. */
const V8M = 0xd00;

type FloatingPoint = DeployableImage['attributes']['floatingPoint'];

async function readPart(memory: Memory): Promise<number> {
  return ((await readWord(memory, CPUID)) >>> 4) & 0xfff;
}

/** One that is not known may be newer than this table. */
function lookUpCore(part: number): Core {
  return CORES[part] ?? { name: `core ${formatAddress(part)}`, runs: undefined };
}

/** A core, and what its code may use. */
export interface IdentifiedCore {
  readonly part: number;
  readonly name: string;
  /** As Arm writes it: `r0p1`. */
  readonly revision: string;
  readonly floatingPoint: FloatingPoint;
  /** Its state has the rights of the non-secure world; a core without a security extension has all. */
  readonly isNonSecure: boolean;
}

/** Identifies the core that is there, and its state while it is stopped. */
export async function identifyCore(memory: Memory): Promise<IdentifiedCore> {
  const part = await readPart(memory);
  return {
    part,
    name: lookUpCore(part).name,
    revision: await readCoreRevision(memory),
    floatingPoint: await readFloatingPoint(memory),
    isNonSecure: (part & 0xf00) === V8M && (await isNonSecure(memory)),
  };
}

async function isNonSecure(memory: Memory): Promise<boolean> {
  const hasExtension = ((await readWord(memory, DAUTHSTATUS).catch(() => 0)) & SECURE_DEBUG) !== 0;
  if (!hasExtension) return false;
  const state = await readWord(memory, DSCSR).catch(() => 0);
  return (state & CURRENT_DOMAIN_SECURE) === 0;
}

/** The core's revision as Arm writes it: `r0p1`. */
export async function readCoreRevision(memory: Memory): Promise<string> {
  const id = await readWord(memory, CPUID);
  return `r${(id >>> 20) & 15}p${id & 15}`;
}

/** The name of the core that is there. */
export async function coreName(memory: Memory): Promise<string> {
  return lookUpCore(await readPart(memory)).name;
}

/** Refuses an image that the core which is there cannot run; gives the core's name. */
export async function checkCore(memory: Memory, image: DeployableImage): Promise<string> {
  const part = await readPart(memory);
  const hasToLook = image.attributes.floatingPoint !== 'none';
  refuseOtherCore(image, part, hasToLook ? await readFloatingPoint(memory) : 'none');
  return lookUpCore(part).name;
}

/** Refuses an image that the core of a part number, with such a floating-point unit, cannot run. */
export function refuseOtherCore(image: DeployableImage, part: number, has: FloatingPoint): void {
  const { path, attributes } = image;
  const { name, runs } = lookUpCore(part);
  if (runs === undefined) return;
  const { architecture, floatingPoint } = attributes;
  if (architecture !== undefined && !runs.includes(architecture)) {
    const wanted = ARCHITECTURES[architecture] ?? `architecture ${architecture}`;
    const problem = `it was built for ${wanted}, and the core is a ${name}`;
    throw badImage(path, problem, 'Build it for this core, or choose the board that it is for.');
  }
  if (floatingPoint === 'none') return;
  if (has === 'none' || (has === 'single' && floatingPoint === 'double')) {
    const there = has === 'none' ? 'none' : 'one with single precision only';
    const problem = `it needs a floating-point unit (${floatingPoint} precision), and the ${name} has ${there}`;
    throw badImage(path, problem, 'Build it with the floating-point options of this device.');
  }
}

async function readFloatingPoint(memory: Memory): Promise<FloatingPoint> {
  const features = await readWord(memory, MVFR0).catch(() => 0);
  if (((features >>> 8) & 0xf) > 0) return 'double';
  return ((features >>> 4) & 0xf) > 0 ? 'single' : 'none';
}

/** One 32-bit word of the target. */
export async function readWord(memory: Memory, address: number): Promise<number> {
  const bytes = await memory.read(address, 4);
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
}

/** Writes one 32-bit word of the target. */
export async function writeWord(memory: Memory, address: number, value: number): Promise<void> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  await memory.write(address, bytes);
}
