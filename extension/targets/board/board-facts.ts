import { formatAddress, type Memory } from '../../rtt';
import type { BoardSetup } from '../setup';
import { type DeployableImage, readCoreRevision, readWord, writeWord } from './deploy';
import { findDevice } from './servers';

/*
 * Describes the board on which an image was deployed, as facts beside those of its agent:
 *
 *     debug_server=OpenOCD probe=066BFF3031454D43 chip_vendor=STMicroelectronics chip=STM32F407VG core_revision=r0p1
 *     core_mpu="8 regions" core_caches="I 16 KB, D 16 KB" chip_id=4d0038000f51373333363534
 *     image_at=0x20000000..0x2000c410
 *
 * What is not known is left out.
 */

/** Unique numbers at fixed addresses, from the manuals of these families; others keep them elsewhere or have none. */
const UNIQUE_IDS: readonly {
  readonly chips: RegExp;
  readonly address: number;
  readonly words: number;
}[] = [
  { chips: /^STM32F[03]/i, address: 0x1fff_f7ac, words: 3 },
  { chips: /^STM32F1/i, address: 0x1fff_f7e8, words: 3 },
  { chips: /^STM32F[24]/i, address: 0x1fff_7a10, words: 3 },
  { chips: /^STM32F7[23]/i, address: 0x1ff0_7a10, words: 3 },
  { chips: /^STM32F7/i, address: 0x1ff0_f420, words: 3 },
  { chips: /^STM32(?:L4|G[04]|WB[1-5]|WL[5E])/i, address: 0x1fff_7590, words: 3 },
  { chips: /^STM32C0/i, address: 0x1fff_7550, words: 3 },
  { chips: /^STM32H7[2-5]/i, address: 0x1ff1_e800, words: 3 },
  { chips: /^STM32H(?:5|7A3|7B[03])/i, address: 0x08ff_f800, words: 3 },
  { chips: /^STM32L5/i, address: 0x0bfa_0590, words: 3 },
  { chips: /^STM32U5/i, address: 0x0bfa_0700, words: 3 },
  { chips: /^nRF52/i, address: 0x1000_0060, words: 2 },
  { chips: /^nRF(?:53|91)/i, address: 0x00ff_0204, words: 2 },
];

/** The facts that identify one board among others of its kind. */
export type BoardFacts = Readonly<Record<string, string>>;

/** Reads what distinguishes a board while its core is stopped; nothing of it is needed to measure. */
export async function readBoardFacts(
  board: BoardSetup,
  server: string,
  memory: Memory,
  { elf }: Pick<DeployableImage, 'elf'>,
): Promise<BoardFacts> {
  const { probe, bare } = board;
  const chip = bare?.chip ?? findConfiguredChip(board);
  const start = Math.min(...elf.segments.map(({ vaddr }) => vaddr));
  const end = Math.max(...elf.segments.map(({ vaddr, memSize }) => vaddr + memSize));
  const facts = {
    debug_server: server,
    probe: probe === '' ? undefined : probe,
    chip_vendor: bare?.vendor,
    chip,
    core_revision: await readCoreRevision(memory).catch(() => undefined),
    core_mpu: await readProtectionUnit(memory),
    core_caches: await readCaches(memory),
    chip_id: await readUniqueId(memory, chip),
    core_hz_error: formatPercent(bare?.coreHzError),
    // The linker decides it for others, and their agents report it as `code_in` and `data_in`.
    image_at: bare && `${formatAddress(start)}..${formatAddress(end)}`,
  };
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const formatPercent = (part: number | undefined) =>
  part === undefined ? undefined : `${Number((100 * part).toPrecision(2))} %`;

/** Many configurations name no chip, but its core or files of OpenOCD. */
function findConfiguredChip(board: BoardSetup): string | undefined {
  const device = findDevice(board);
  return device === undefined || /^cortex|\.cfg$/i.test(device) ? undefined : device;
}

const MPU_TYPE = 0xe000_ed90;

/** The core's own unit, whether it is on or off, which the agent reports. */
async function readProtectionUnit(memory: Memory): Promise<string | undefined> {
  const type = await readWord(memory, MPU_TYPE).catch(() => undefined);
  if (type === undefined) return undefined;
  const regions = (type >>> 8) & 0xff;
  return regions === 0 ? 'none' : `${regions} regions`;
}

const CACHE_LEVELS = 0xe000_ed78;
const CACHE_SIZE = 0xe000_ed80;
const CACHE_SELECTION = 0xe000_ed84;
/** The caches next to the core, by the first level's type, with what selects the size of each. */
const CACHES: Readonly<Record<number, readonly (readonly [kind: string, selection: number])[]>> = {
  0: [],
  1: [['I', 1]],
  2: [['D', 0]],
  3: [
    ['I', 1],
    ['D', 0],
  ],
  4: [['unified', 0]],
};

/** Older cores without caches have the registers, too, and they read as zero there. */
async function readCaches(memory: Memory): Promise<string | undefined> {
  const levels = await readWord(memory, CACHE_LEVELS).catch(() => undefined);
  const caches = levels === undefined ? undefined : CACHES[levels & 7];
  if (caches === undefined) return undefined;
  const found: string[] = [];
  for (const [kind, selection] of caches) {
    const bytes = await readCacheSize(memory, selection).catch(() => 0);
    found.push(bytes === 0 ? kind : `${kind} ${bytes / 1024} KB`);
  }
  return found.length === 0 ? 'none' : found.join(', ');
}

async function readCacheSize(memory: Memory, selection: number): Promise<number> {
  await writeWord(memory, CACHE_SELECTION, selection);
  // A server may ignore the write, as emulators' do, and then the size would be that of another cache.
  if ((await readWord(memory, CACHE_SELECTION)) !== selection) return 0;
  const size = await readWord(memory, CACHE_SIZE);
  const [line, ways, sets] = [4 << ((size & 7) + 2), (size >>> 3) & 0x3ff, (size >>> 13) & 0x7fff];
  return line * (ways + 1) * (sets + 1);
}

async function readUniqueId(memory: Memory, chip = ''): Promise<string | undefined> {
  const uniqueId = UNIQUE_IDS.find(({ chips }) => chips.test(chip));
  if (uniqueId === undefined) return undefined;
  const bytes = await memory.read(uniqueId.address, 4 * uniqueId.words).catch(() => undefined);
  // Memory that was never written, or is not there.
  const isThere = bytes?.some((byte) => byte !== 0 && byte !== 0xff);
  return isThere === true ? Buffer.from(bytes ?? []).toString('hex') : undefined;
}
