import { formatAddress, type Memory } from '../../rtt';
import type { BoardSetup } from '../setup';
import { CPUID, type DeployableImage, readWord } from './deploy';
import { deviceOf } from './servers';

/*
 * Describes the board on which an image was deployed, as facts beside those of its agent:
 *
 *     debug_server=OpenOCD probe=066BFF3031454D43 chip_vendor=STMicroelectronics chip=STM32F407VG core_revision=r0p1
 *     chip_id=4d0038000f51373333363534 image_at=0x20000000..0x2000c410
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
  { chips: /^STM32(?:L4|G4)/i, address: 0x1fff_7590, words: 3 },
  { chips: /^nRF52/i, address: 0x1000_0060, words: 2 },
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
  const chip = bare?.chip ?? configuredChip(board);
  const start = Math.min(...elf.segments.map(({ vaddr }) => vaddr));
  const end = Math.max(...elf.segments.map(({ vaddr, memSize }) => vaddr + memSize));
  const facts = {
    debug_server: server,
    probe: probe === '' ? undefined : probe,
    chip_vendor: bare?.vendor,
    chip,
    core_revision: await readRevision(memory),
    chip_id: await readUniqueId(memory, chip),
    core_hz_error: percentOf(bare?.coreHzError),
    // The linker decides it for others, and their agents report it as `code_in` and `data_in`.
    image_at: bare && `${formatAddress(start)}..${formatAddress(end)}`,
  };
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const percentOf = (part: number | undefined) =>
  part === undefined ? undefined : `${Number((100 * part).toPrecision(1))} %`;

/** Many configurations name no chip, but its core or files of OpenOCD. */
function configuredChip(board: BoardSetup): string | undefined {
  const device = deviceOf(board);
  return device === undefined || /^cortex|\.cfg$/i.test(device) ? undefined : device;
}

/** The core's revision as Arm writes it: `r0p1`. */
async function readRevision(memory: Memory): Promise<string | undefined> {
  const id = await readWord(memory, CPUID).catch(() => undefined);
  return id === undefined ? undefined : `r${(id >>> 20) & 15}p${id & 15}`;
}

async function readUniqueId(memory: Memory, chip = ''): Promise<string | undefined> {
  const place = UNIQUE_IDS.find(({ chips }) => chips.test(chip));
  if (place === undefined) return undefined;
  const bytes = await memory.read(place.address, 4 * place.words).catch(() => undefined);
  // Memory that was never written, or is not there.
  const isThere = bytes?.some((byte) => byte !== 0 && byte !== 0xff);
  return isThere === true ? Buffer.from(bytes ?? []).toString('hex') : undefined;
}
