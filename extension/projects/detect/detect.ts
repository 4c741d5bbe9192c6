import {
  type Fields,
  fieldsOf,
  kilohertz,
  lookUp,
  splitArguments,
  textOf,
  textsOf,
} from '../../base';
import {
  type JLinkSetup,
  type LinkServerSetup,
  machineOfZephyrBoard,
  recogniseServer,
} from '../../targets';
import { assignments, cacheEntries } from './values';
import { settingBoards } from './boards-setting';
import { boardsOf, type DetectedBoard, type Finding, inFolder } from './finding';
import {
  addressIn,
  cortexDebug,
  externalServer,
  fileOf,
  folderOfEntry,
  type LaunchEntry,
  launchLists,
} from './launch';
import { MCUX_FILE, mcuxDevice, mcuxSdk } from './mcux-device';
import { type Found, isForOtherCores, OTHER_CORE, resolveFields, unusable } from './variables';
import { placeIn, type World, type WorldFolder } from './world';
import { zephyrBoards } from './zephyr';

/** Findings, the likeliest first, and files that could not be read. */
interface Detection {
  readonly boards: readonly DetectedBoard[];
  readonly problems: readonly string[];
}

/** Finds the boards that the user's own configurations describe. */
export function detect(world: World): Detection {
  const described = settingBoards(world);
  const launched = launchBoards(world);
  const built = world.folders.flatMap((folder) => [
    ...zephyrBoards(folder, world),
    ...mcuxBoards(folder, world),
    ...cmakeBoards(folder, world),
  ]);
  return {
    boards: boardsOf([...described.findings, ...launched.findings, ...pairedBuilds(built)]),
    problems: [...(world.problems ?? []), ...described.problems, ...launched.problems],
  };
}

/**
 * Reads a configuration of MCUXpresso for VS Code. It chooses the server by the probe that is
 * attached; by default, NXP's own server is used.
 */
function mcuxpressoDebug(entry: LaunchEntry): Found {
  const names = ['probeSerialNumber', 'probeType', 'gdbServerConfigs'];
  const { fields, unresolved } = resolveFields(entry.fields, names, entry);
  const configs = fieldsOf(fields['gdbServerConfigs']);
  const probe = textOf(fields['probeSerialNumber']);
  const type = textOf(fields['probeType'])?.toLowerCase();
  if (type === 'pemicro') return unusable('The PEmicro server is not supported');
  const segger = fieldsOf(configs['segger']);
  const isSegger =
    type === undefined
      ? textOf(segger['device']) !== undefined
      : type === 'jlink' || type === 'segger';
  return isSegger
    ? withJLink(segger, { probe, unresolved })
    : withLinkServer(fieldsOf(configs['linkserver']), entry, { probe, unresolved });
}

/** Before it had a type of its own, it wrote configurations of the C/C++ extension. */
function mcuxpressoOld(entry: LaunchEntry, variables: Fields): Found {
  const address = entry.fields['miDebuggerServerAddress'];
  if (textOf(address) !== undefined) return externalServer(entry, address);
  const fields = { probeSerialNumber: variables['mcuxSerialNumber'] };
  return mcuxpressoDebug({ ...entry, fields });
}

function withJLink(segger: Fields, common: Found): Found {
  const isJtag = textOf(segger['interface'])?.toLowerCase() === 'jtag';
  const server: JLinkSetup = {
    kind: 'jlink',
    device: textOf(segger['device']) ?? '',
    interface: isJtag ? 'jtag' : undefined,
    args: [],
  };
  return { ...common, server, speedKhz: kilohertz(segger['speed']) };
}

function withLinkServer(config: Fields, { folder, world }: LaunchEntry, common: Found): Found {
  const ownDevice = textOf(config['device']);
  const { device, gaps } =
    ownDevice !== undefined || folder === undefined
      ? { device: ownDevice ?? '', gaps: [] }
      : mcuxDevice(folder, world);
  return { ...common, server: { kind: 'linkserver', device: device ?? '', args: [] }, gaps };
}

const ARM = /arm-|multiarch|aarch32|cortex/i;

/** Reads a configuration of the C/C++ extension; undefined if it is not for a board. */
function cppdbg(entry: LaunchEntry): Found | undefined {
  const { fields } = entry;
  const variables = fieldsOf(fields['variables']);
  if (Object.keys(variables).some((name) => name.startsWith('mcux'))) {
    return mcuxpressoOld(entry, variables);
  }
  const gdb = textOf(fields['miDebuggerPath']) ?? '';
  const address =
    textOf(fields['miDebuggerServerAddress']) ??
    addressIn(fields['setupCommands']) ??
    addressIn(fields['postRemoteConnectCommands']);
  const program = textOf(fields['debugServerPath']);
  if (program === undefined && (address === undefined || !ARM.test(gdb))) return undefined;
  if (isForOtherCores(gdb)) return OTHER_CORE;
  if (program === undefined) return externalServer(entry, address);
  const args = splitArguments(textOf(fields['debugServerArgs']) ?? '');
  // Other debuggers bring servers of their own.
  if (!ARM.test(gdb) && recogniseServer(program, args) === undefined) return undefined;
  return startedServer(entry, program, args);
}

/** Reads a configuration of the Eclipse CDT debug adapter, which Arm's CMSIS Debugger uses as well. */
function gdbTarget(entry: LaunchEntry): Found {
  const gdb = textOf(entry.fields['gdb']) ?? '';
  if (isForOtherCores(gdb)) return OTHER_CORE;
  const target = fieldsOf(entry.fields['target']);
  const program = textOf(target['server']);
  if (program !== undefined) {
    return startedServer(entry, program, [
      ...textsOf(target['serverParameters']),
      ...cmsisArguments(entry, program),
    ]);
  }
  const port = textOf(target['port']);
  const lastParameter = textsOf(target['parameters']).at(-1);
  const address =
    port === undefined ? lastParameter : `${textOf(target['host']) ?? 'localhost'}:${port}`;
  return externalServer(entry, address);
}

/** The CMSIS Debugger passes the device to pyOCD in this file, unless the arguments name it. */
function cmsisArguments({ fields }: LaunchEntry, program: string): readonly string[] {
  const file = textOf(fieldsOf(fields['cmsis'])['cbuildRunFile']);
  const args = textsOf(fieldsOf(fields['target'])['serverParameters']);
  const namesTarget = args.some((arg) => /^(?:-t|--target|--cbuild-run)(?:=|$)/.test(arg));
  return file === undefined || namesTarget || !/pyocd/i.test(program) ? [] : ['--cbuild-run', file];
}

/** A server that the configuration starts: the same one is started, on ports of ours. */
function startedServer(entry: LaunchEntry, path: string, args: readonly string[]): Found {
  const { fields, unresolved } = resolveFields({ path, args }, ['path', 'args'], entry);
  if (unresolved.length > 0) return { unresolved };
  const found = recogniseServer(textOf(fields['path']) ?? path, textsOf(fields['args']));
  if (found === undefined) {
    return unusable(
      `It starts ${path}, which is not a supported server`,
      'Start it yourself, and use gdb://localhost:PORT.',
    );
  }
  return {
    ...found,
    server: inFolder(found.server, folderOfEntry(entry), entry.world),
    // It names a program in any case, which may be in the project even for the user's own settings.
    namesPrograms: true,
  };
}

const notKnown = (who: string) => () =>
  unusable(`It is a configuration for ${who}, which Cyclescope cannot read`);

/** Readers by the type of a configuration; undefined if it is not for a board. */
const READERS: Readonly<Record<string, (entry: LaunchEntry) => Found | undefined>> = {
  'cortex-debug': cortexDebug,
  'mcuxpresso-debug': mcuxpressoDebug,
  cppdbg,
  gdbtarget: gdbTarget,
  'probe-rs-debug': notKnown('probe-rs'),
  'platformio-debug': notKnown('PlatformIO'),
  stlinkgdbtarget: notKnown('STM32Cube'),
  jlinkgdbtarget: notKnown('STM32Cube'),
  'arm-debugger': notKnown('the Arm Debugger'),
};

/** The boards of all debug configurations. */
function launchBoards(world: World): {
  readonly findings: readonly Finding[];
  readonly problems: readonly string[];
} {
  const { entries, problems } = launchLists(world);
  const findings = entries.flatMap((entry): readonly Finding[] => {
    const found = lookUp(READERS, entry.type)?.(entry);
    if (found === undefined) return [];
    const { name, source, folder } = entry;
    const common = { images: imagesOf(entry), device: partOf(entry) };
    return [{ kind: 'launch', name, title: name, source, folder, found: { ...common, ...found } }];
  });
  return { findings, problems };
}

/** The part as cortex-debug and probe-rs call it, also for servers that do without. */
function partOf({ fields }: LaunchEntry): string | undefined {
  const name = textOf(fields['device']) ?? textOf(fields['chip']);
  return name?.includes('${') ? undefined : name;
}

/** The program to be debugged, should it be an agent; some write it as an object. */
function imagesOf(entry: LaunchEntry) {
  const { executable, program } = entry.fields;
  const file = fileOf(entry, textOf(executable) ?? fieldsOf(executable)['elf'] ?? program);
  return file === undefined ? undefined : ({ kind: 'files', headline: file } as const);
}

/** The board of an MCUXpresso project, by NXP's own server. */
function mcuxBoards(folder: WorldFolder, world: World): readonly Finding[] {
  const sdk = mcuxSdk(folder, world);
  if (sdk === undefined || !['deviceId', 'boardId'].some((name) => textOf(sdk[name]))) return [];
  const { device = '', board, gaps } = mcuxDevice(folder, world);
  return [
    {
      kind: 'mcux',
      name: folder.name,
      title: `${board ?? device} by LinkServer`,
      source: MCUX_FILE,
      folder,
      found: { server: { kind: 'linkserver', device, args: [] }, gaps },
    },
  ];
}

/** Boards of builds that no other file describes. */
function cmakeBoards(folder: WorldFolder, world: World): readonly Finding[] {
  const places = new Map(
    folder.files.map((file) => [placeIn(folder, file.path, world), file.text] as const),
  );
  const isMcux = mcuxBoards(folder, world).length > 0;
  return [...places].flatMap(([source, text]): readonly Finding[] => {
    const [whole, build = '.'] = /^(?:(.*)\/)?CMakeCache\.txt$/.exec(source) ?? [];
    if (whole === undefined) return [];
    const near = (name: string) => places.get(build === '.' ? name : `${build}/${name}`);
    const entry = cacheEntries(text);
    const common = { kind: 'cmake', name: build, source, folder } as const;
    const device = assignments(near('.config') ?? '')('CONFIG_MCUX_HW_DEVICE_ID');
    const board = entry('board') ?? entry('BOARD');
    if (near('runners.yaml') !== undefined) return [];
    if (device !== undefined && !isMcux) {
      const title = `${board ?? device} by LinkServer (${build})`;
      const server: LinkServerSetup = { kind: 'linkserver', device, args: [] };
      return [{ ...common, title, found: { server } }];
    }
    const isZephyr = entry('ZEPHYR_BASE') !== undefined || entry('Zephyr_DIR') !== undefined;
    if (!isZephyr || board === undefined || near('zephyr/runners.yaml') !== undefined) return [];
    if (/qemu|native|_sim\b|unit_testing/.test(board)) return [];
    if (machineOfZephyrBoard(board) !== undefined) return [];
    if (near('domains.yaml') !== undefined) return [];
    return [
      {
        ...common,
        title: `${board} (${build})`,
        found: unusable(
          'This build has no description of its runners: zephyr/runners.yaml is missing',
          'Complete the build with west, or describe the board in the setting cyclescope.boards.',
        ),
      },
    ];
  });
}

/** Where Cyclescope builds a project: once for the figures, once for the trace. */
const OURS = /\bbuild\/cyclescope\/(headline|traced)(?=\/|$)/;

/** Two builds of one project are one board, which gets the program of either. */
function pairedBuilds(findings: readonly Finding[]): readonly Finding[] {
  const other = (finding: Finding) =>
    findings.find((one) => one.name !== finding.name && projectOf(one) === projectOf(finding));
  return findings.flatMap((finding): readonly Finding[] => {
    const build = OURS.exec(finding.name)?.[1];
    if (build === undefined) return [finding];
    const pair = other(finding);
    if (build === 'traced') return pair === undefined ? [finding] : [];
    return [withTraced(finding, pair)];
  });
}

/** The same for both builds of a project, by one runner. */
function projectOf({ kind, name, folder }: Finding): string {
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
