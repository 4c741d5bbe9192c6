import { toFields, toText } from '../../base';
import { setupOfZephyrBoard } from '../../targets';
import { assignments, cacheEntries } from './values';
import { readSettingBoards } from './boards-setting';
import { toDetectedBoards, type DetectedBoard, type Finding } from './finding';
import {
  resolveEntryFile,
  type LaunchEntry,
  launchLists,
  launchTypes,
  serversForDevice,
} from './launch';
import { MCUX_FILE, mcuxDevice, mcuxSdk } from './mcux-device';
import { toUnusable } from './variables';
import { toRelativePath, type World, type WorldFolder } from './world';
import { zephyrBoards } from './zephyr';

/** Findings, the likeliest first, and files that could not be read. */
interface Detection {
  readonly boards: readonly DetectedBoard[];
  readonly problems: readonly string[];
}

/** Finds the boards that the user's own configurations describe. */
export function detect(world: World): Detection {
  const described = readSettingBoards(world);
  const launched = launchBoards(world);
  const built = world.folders.flatMap((folder) => [
    ...zephyrBoards(folder, world),
    ...mcuxBoards(folder, world),
    ...cmakeBoards(folder, world),
  ]);
  return {
    boards: toDetectedBoards([...described.findings, ...launched.findings, ...pairBuilds(built)]),
    problems: [...(world.problems ?? []), ...described.problems, ...launched.problems],
  };
}

/** The boards of all debug configurations. */
function launchBoards(world: World): {
  readonly findings: readonly Finding[];
  readonly problems: readonly string[];
} {
  const { entries, problems } = launchLists(world);
  const findings = entries.flatMap((entry): readonly Finding[] => {
    const found = launchTypes.find(({ type }) => type === entry.type)?.read(entry);
    if (found === undefined) return [];
    const { name, source, folder } = entry;
    const common = { images: findImages(entry), device: readDevice(entry) };
    return [{ kind: 'launch', name, title: name, source, folder, found: { ...common, ...found } }];
  });
  return { findings, problems };
}

/** The part as cortex-debug and probe-rs call it, even for servers that need no device. */
function readDevice({ fields }: LaunchEntry): string | undefined {
  const name = toText(fields['device']) ?? toText(fields['chip']);
  return name?.includes('${') ? undefined : name;
}

/** The program to be debugged, should it be an agent; some write it as an object. */
function findImages(entry: LaunchEntry) {
  const { executable, program } = entry.fields;
  const file = resolveEntryFile(
    entry,
    toText(executable) ?? toFields(executable)['elf'] ?? program,
  );
  return file === undefined ? undefined : ({ kind: 'files', headline: file } as const);
}

/** The board of an MCUXpresso project, by NXP's own server. */
function mcuxBoards(folder: WorldFolder, world: World): readonly Finding[] {
  const sdk = mcuxSdk(folder, world);
  if (sdk === undefined || !['deviceId', 'boardId'].some((name) => toText(sdk[name]))) return [];
  const { device = '', board, gaps } = mcuxDevice(folder, world);
  return serversForDevice(device).map(({ server, by }) => ({
    kind: 'mcux',
    name: folder.name,
    title: `${board ?? device} by ${by}`,
    source: MCUX_FILE,
    folder,
    found: { server, gaps },
  }));
}

/** Boards of builds that no other file describes. */
function cmakeBoards(folder: WorldFolder, world: World): readonly Finding[] {
  const texts = new Map(
    folder.files.map((file) => [toRelativePath(folder, file.path, world), file.text] as const),
  );
  const isMcux = mcuxBoards(folder, world).length > 0;
  return [...texts].flatMap(([source, text]): readonly Finding[] => {
    const [whole, build = '.'] = /^(?:(.*)\/)?CMakeCache\.txt$/.exec(source) ?? [];
    if (whole === undefined) return [];
    const near = (name: string) => texts.get(build === '.' ? name : `${build}/${name}`);
    const entry = cacheEntries(text);
    const common = { kind: 'cmake', name: build, source, folder } as const;
    const device = assignments(near('.config') ?? '')('CONFIG_MCUX_HW_DEVICE_ID');
    const board = entry('board') ?? entry('BOARD');
    if (near('runners.yaml') !== undefined) return [];
    if (device !== undefined && !isMcux) {
      return serversForDevice(device).map(({ server, by }) => ({
        ...common,
        title: `${board ?? device} by ${by} (${build})`,
        found: { server },
      }));
    }
    const isZephyr = entry('ZEPHYR_BASE') !== undefined || entry('Zephyr_DIR') !== undefined;
    if (!isZephyr || board === undefined || near('zephyr/runners.yaml') !== undefined) return [];
    if (/qemu|native|_sim\b|unit_testing/.test(board)) return [];
    if (setupOfZephyrBoard(board) !== undefined) return [];
    if (near('domains.yaml') !== undefined) return [];
    return [
      {
        ...common,
        title: `${board} (${build})`,
        found: toUnusable(
          'This build has no description of its runners: zephyr/runners.yaml is missing',
          'Complete the build with west, or describe the board in the setting cyclescope.boards.',
        ),
      },
    ];
  });
}

/** The folders in which Cyclescope builds a project: once for the figures, once for the trace. */
const OURS = /\bbuild\/cyclescope\/(headline|traced)(?=\/|$)/;

/** Two builds of one project are one board, which gets the program of either. */
function pairBuilds(findings: readonly Finding[]): readonly Finding[] {
  const other = (finding: Finding) =>
    findings.find(
      (one) => one.name !== finding.name && toProjectKey(one) === toProjectKey(finding),
    );
  return findings.flatMap((finding): readonly Finding[] => {
    const build = OURS.exec(finding.name)?.[1];
    if (build === undefined) return [finding];
    const pair = other(finding);
    if (build === 'traced') return pair === undefined ? [finding] : [];
    return [withTraced(finding, pair)];
  });
}

/** The same for both builds of a project, by one runner. */
function toProjectKey({ kind, name, folder }: Finding): string {
  return [kind, folder?.path, name.replace(OURS, '')].join(' ');
}

function withTraced(finding: Finding, other: Finding | undefined): Finding {
  const { images } = finding.found;
  const traced = other?.found.images;
  if (images?.kind !== 'files' || traced?.kind !== 'files') return finding;
  return {
    ...finding,
    found: { ...finding.found, images: { ...images, traced: traced.headline } },
  };
}
