import { EngineError } from '../../../base';
import { type Chip, findChips, largestRam, listObstacles } from '../../../chips';
import type { BoardSetup, ServerSetup, SetupGap } from '../../setup';
import { type KnownProbe, knownProbes, type ProbeFamily } from '../known-probes';
import type { AnyCore } from '../server';
import { findDevice, isProbed, serverNamed, requireServer, servers } from '../servers';

/** A debug probe at USB. */
export interface Probe {
  /** `J-Link`, `ST-LINK/V3`, `MCU-Link` .. */
  readonly title: string;
  /** Empty where the probe has none. */
  readonly serial: string;
  /** `1366:0105`. */
  readonly usbId: string;
  /** The servers that can drive it, the most likely first. */
  readonly servers: readonly string[];
  /** Probes that the same servers can drive in the same way. */
  readonly family: ProbeFamily;
  /** Another way to use it. */
  readonly remark?: string | undefined;
  /** It is there, but this user may not open it. */
  readonly isDenied?: boolean;
}

/** A device at USB as the operating system describes it. */
export interface UsbDevice {
  readonly vendor: number;
  readonly product: number;
  readonly serial: string;
  /** Its own names: the product's and those of its interfaces. */
  readonly names: readonly string[];
  readonly isDenied?: boolean;
}

/** The specification of CMSIS-DAP asks for these words in a name of the device or of an interface. */
const CMSIS_DAP = /CMSIS[- _]?DAP/i;

/** The debug probe that a device is; undefined for everything else at USB. */
export function identifyProbe({
  vendor,
  product,
  serial,
  names,
  isDenied,
}: UsbDevice): Probe | undefined {
  const isDap = names.some((name) => CMSIS_DAP.test(name));
  const known =
    knownProbes.find((one) => one.vendor === vendor && (one.products?.includes(product) ?? true)) ??
    (isDap ? { vendor, title: names[0] ?? 'CMSIS-DAP', family: 'cmsis-dap' } : undefined);
  if (known === undefined) return undefined;
  return {
    title: known.title,
    serial: cleanSerial(serial, known),
    usbId: [vendor, product].map((id) => id.toString(16).padStart(4, '0')).join(':'),
    servers: listServers(known.family),
    family: known.family,
    remark: known.remark,
    // The first version of CMSIS-DAP is a device of another class, with separate permissions.
    ...(isDenied === true && !isDap && { isDenied }),
  };
}

function listServers(family: ProbeFamily): readonly string[] {
  return servers
    .flatMap(({ kind, probes }) => ({ kind, rank: probes[family] }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ kind }) => kind);
}

/** J-Link's tools write the number without leading zeros; old ST-LINKs have bytes that are no text. */
function cleanSerial(serial: string, { family }: Pick<KnownProbe, 'family'>): string {
  if (!/^[\w.:-]+$/.test(serial)) return '';
  return family === 'j-link' ? serial.replace(/^0+(?=\d)/, '') : serial;
}

/** The attached probes that no configuration names, as boards whose device is not known yet. */
export function probeBoards(
  probes: readonly Probe[],
  boards: readonly BoardSetup[],
): readonly BoardSetup[] {
  const added = probes.filter((probe) => !isNamed(probe, boards)).map(toBoard);
  return added.map((board, index) => {
    const before = added.slice(0, index).filter(({ id }) => id === board.id).length;
    return before === 0 ? board : { ...board, id: `${board.id} (${before + 1})` };
  });
}

function isNamed({ serial }: Probe, boards: readonly BoardSetup[]): boolean {
  const whole = serial.toUpperCase();
  return boards.some(({ probe, server }) => {
    if (probe === undefined || probe === '' || serial === '') return false;
    const named = probe.toUpperCase().replace(/^0+(?=.)/, '');
    const isPart = server !== undefined && serverNamed(server.kind)?.takesPartOfSerial === true;
    return isPart ? whole.includes(named) : whole.replace(/^0+/, '') === named;
  });
}

function toBoard(probe: Probe): BoardSetup {
  const { title, serial, usbId, family, remark, isDenied } = probe;
  return {
    id: `probe:${serial === '' ? usbId : serial}`,
    title: serial === '' ? title : `${title} ${serial}`,
    source: `attached probe (USB ${usbId})`,
    probe: serial === '' ? undefined : serial,
    probeFamily: family,
    usbId,
    namesPrograms: false,
    ...(remark !== undefined && { remarks: [remark] }),
    gaps: [whichDevice(probe), ...(isDenied === true ? [DENIED] : [])],
  };
}

const findFamily = ({ probeFamily }: BoardSetup) =>
  knownProbes.find(({ family }) => family === probeFamily)?.family;

const UNKNOWN_DEVICE = 'Its device is unknown: no configuration names this probe';

/**
 * Lists the boards that are attached, one for each probe that can be distinguished: those of the project's
 * configurations with a probe's serial number first. A configuration without a number means the only probe.
 */
export function listConnectedBoards(
  boards: readonly BoardSetup[],
  probes: readonly Probe[],
): readonly BoardSetup[] {
  const configured = boards.filter(
    ({ server }) => server !== undefined && serverNamed(server.kind),
  );
  const named = probes.flatMap((probe) => configured.find((each) => isNamed(probe, [each])) ?? []);
  const unnamed = boards.filter(({ probeFamily }) => probeFamily !== undefined);
  const [only, ...others] = unnamed;
  if (only === undefined || others.length > 0) return [...named, ...unnamed];
  const family = findFamily(only);
  const kinds = family === undefined ? [] : listServers(family);
  const anonymous = configured.find(
    ({ probe = '', server }) => probe === '' && server !== undefined && kinds.includes(server.kind),
  );
  return [...named, anonymous ?? only];
}

/** A board behind a debug probe that has no agent of its own: what runs there follows from its chip. */
export function isBareBoard({
  images,
  server,
  probeFamily,
}: Pick<BoardSetup, 'images' | 'server' | 'probeFamily'>): boolean {
  if (images !== undefined) return false;
  return server === undefined ? probeFamily !== undefined : isProbed({ server });
}

/** Finds the chip of a board, if the name of its device means one part. */
export function chipOfBoard(board: BoardSetup, chips: readonly Chip[]): Chip | undefined {
  const { matching } = findChips(findDevice(board) ?? '', chips);
  return matching.length === 1 ? matching[0] : undefined;
}

/** Makes a board one on which images run from the RAM of its chip; refuses a chip on which none can. */
export async function boardWithChip(
  board: BoardSetup,
  chip: Chip,
  coreHz?: number,
): Promise<BoardSetup> {
  const [core] = chip.cores;
  const ram = largestRam(core.memories);
  const obstacle = listObstacles(chip).find(({ isCertain }) => isCertain);
  if (ram === undefined || obstacle !== undefined) {
    const why = obstacle?.what ?? 'The table lists no RAM from which it executes';
    throw new EngineError(
      'refused',
      `Nothing runs from the RAM of ${chip.name}: ${why}.`,
      obstacle?.remedy,
    );
  }
  const region = { start: ram.start, end: ram.start + ram.size };
  const reached = await withServerForChip(board, { ...core, chip: chip.name });
  const architectures = [...new Set(chip.cores.map(({ architecture }) => architecture))];
  const bare = { chip: chip.name, vendor: chip.manufacturer, architectures, coreHz };
  return { ...reached, images: undefined, bare, ram: [region] };
}

/**
 * A board whose chip is known now: an attached probe needs no more than a server for any chip. The likeliest
 * one that is installed is chosen, else the likeliest.
 */
export async function withServerForChip(
  board: BoardSetup,
  core: Omit<AnyCore, 'family'>,
): Promise<BoardSetup> {
  const family = findFamily(board);
  if (board.server !== undefined) refuseAnyCore(board, board.server, core);
  if (board.server !== undefined || family === undefined) return board;
  const possible = listSetups(family, core);
  if (core.targetSelect !== undefined && possible.length === 0) throw notSelected(core, board);
  const needs = await Promise.all(possible.map((each) => requireServer(each).requirements(each)));
  const isInstalled = needs.map((all) => all.every(({ found }) => found !== undefined));
  const server = possible[Math.max(0, isInstalled.indexOf(true))];
  if (server === undefined) return board;
  const { gaps } = board;
  return { ...board, server, gaps: gaps.filter(({ what }) => what !== UNKNOWN_DEVICE) };
}

/** Access port and core of most chips; where they differ, nothing answers, and the user has to name the chip. */
export const LIKELIEST_CORE = { architecture: 'armv7em', accessPort: '0', chip: '' } as const;

/** The likeliest server for the same probes that keeps to the loopback interface. */
export function findQuietServer({ kind }: ServerSetup): ServerSetup | undefined {
  const families = Object.keys(requireServer({ kind }).probes) as ProbeFamily[];
  return families
    .flatMap((family) => listSetups(family, LIKELIEST_CORE))
    .find((setup) => requireServer(setup).remote !== undefined);
}

const listSetups = (family: ProbeFamily, core: Omit<AnyCore, 'family'>) =>
  listServers(family).flatMap((kind) => serverNamed(kind)?.anyChip?.({ ...core, family }) ?? []);

const ANY_CORE = /^cortex[-_]?m/i;

/** A server that takes the chip for any core selects none of several debug ports. */
function refuseAnyCore(board: BoardSetup, server: ServerSetup, core: Omit<AnyCore, 'family'>) {
  const isAny = ANY_CORE.test(serverNamed(server.kind)?.device(server) ?? '');
  if (isAny && core.targetSelect !== undefined) throw notSelected(core, board, server.kind);
}

/** Names what selects the chip's debug port: the device of the board's own server, or the servers for another probe. */
function notSelected(
  core: Omit<AnyCore, 'family'>,
  { title }: Pick<BoardSetup, 'title'>,
  kind?: string,
): EngineError {
  const setups = listSetups('cmsis-dap', core);
  const own = setups.find((setup) => setup.kind === kind);
  const device = own && requireServer(own).device(own);
  const titles = setups.map((setup) => requireServer(setup).title).join(' or ');
  return new EngineError(
    'refused',
    `${core.chip} is behind one of several debug ports on the same wires, and ${title} does not select it.`,
    device === undefined
      ? `Use a CMSIS-DAP probe with ${titles}.`
      : `Give the board "device": "${device}".`,
  );
}

function whichDevice({ servers, serial }: Probe): SetupGap {
  const [kind = '..'] = servers;
  const server = serverNamed(kind);
  const { member = 'device' } = server?.question ?? {};
  const device = `"${member}": ${server?.members[member] === 'texts' ? '[".."]' : '".."'}`;
  const probe = serial === '' ? '' : `, "probe": "${serial}"`;
  return {
    what: UNKNOWN_DEVICE,
    remedy: `Add it to the setting cyclescope.boards: {"name": "..", "server": "${kind}", ${device}${probe}}`,
  };
}

const DENIED: SetupGap = {
  what: 'There is no permission to open the probe',
  remedy: 'Install the udev rules that come with OpenOCD, pyOCD or J-Link, and plug it in again.',
};
