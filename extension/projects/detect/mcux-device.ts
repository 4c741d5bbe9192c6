import { type Fields, toFields, toText } from '../../base';
import type { SetupGap } from '../../targets';
import { assignments, parseJsonc } from './values';
import { toRelativePath, type World, type WorldFolder } from './world';

/** The file in which MCUXpresso for VS Code keeps what a project is for. */
export const MCUX_FILE = '.vscode/mcuxpresso-tools.json';

/** The device of an MCUXpresso project, and what keeps it from being known. */
export interface McuxDevice {
  readonly device?: string | undefined;
  readonly board?: string | undefined;
  readonly gaps: readonly SetupGap[];
}

interface DeviceSource {
  readonly device: string;
  readonly where: string;
}

/** The content of `mcuxpresso-tools.json`; undefined if there is no readable one. */
export function mcuxTools(folder: WorldFolder, world: World): Fields | undefined {
  const file = folder.files.find(({ path }) => toRelativePath(folder, path, world) === MCUX_FILE);
  const reading = file && parseJsonc(file.text);
  if (reading === undefined || 'problem' in reading) return undefined;
  return toFields(reading.value);
}

/** The project's SDK, from `mcuxpresso-tools.json`. */
export function mcuxSdk(folder: WorldFolder, world: World): Fields | undefined {
  const tools = mcuxTools(folder, world);
  return tools && toFields(tools['sdk']);
}

/** The device's name from the builds, which have it in full, or from the project's own file. */
export function mcuxDevice(folder: WorldFolder, world: World): McuxDevice {
  const sdk = mcuxSdk(folder, world) ?? {};
  const sdkDevice = toText(sdk['deviceId']);
  const built = folder.files.flatMap(({ path, text }): readonly DeviceSource[] => {
    const where = toRelativePath(folder, path, world);
    if (!/(^|\/)\.config$/.test(where)) return [];
    const device = assignments(text)('CONFIG_MCUX_HW_DEVICE_ID');
    return device === undefined ? [] : [{ device, where }];
  });
  const all = sdkDevice === undefined ? built : [...built, { device: sdkDevice, where: MCUX_FILE }];
  const [first] = all;
  const other = first && all.find(({ device }) => !isSameDevice(device, first.device));
  const board = toText(sdk['boardId']);
  if (first === undefined || other === undefined) return { device: first?.device, board, gaps: [] };
  return { board, gaps: [conflict(first, other)] };
}

const conflict = (one: DeviceSource, other: DeviceSource): SetupGap => ({
  what: `Its device is ambiguous: ${one.where} names ${one.device}, ${other.where} names ${other.device}`,
  remedy:
    'Build again, correct the wrong file, or set the device in the setting cyclescope.boards.',
});

/** `MIMXRT1052xxxxB` matches every package of the MIMXRT1052, and `RW612` for every RW612. */
function isSameDevice(a: string, b: string): boolean {
  const [one, other] = [stem(a), stem(b)];
  return one.startsWith(other) || other.startsWith(one);
}

function stem(device: string): string {
  return device.replace(/x.*$/, '').toUpperCase();
}
