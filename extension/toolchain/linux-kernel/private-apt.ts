import { spawn } from 'node:child_process';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { cancellationError, EngineError, systemCode } from '../../base';
import { waitForExit } from '../../host';

/** Advice where Debian's packages cannot be used. */
export const TAKE_A_COPY =
  'Fetch the kernel on a Debian system and copy its folder, or set CYCLESCOPE_KERNELS to such a folder.';

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

export interface AptOptions {
  readonly signal: AbortSignal;
  /** The keys of Debian's archive; the system's own when left out. */
  readonly keyring?: string;
  /** Receives the progress of a download in per cent. */
  readonly onProgress: (what: string, percent: number) => void;
}

/** Apt for another architecture, with its own lists, cache and sources: the system's are unchanged. */
interface PrivateApt {
  readonly mirror: string;
  update(): Promise<void>;
  show(name: string): Promise<ShownPackage>;
  /** Downloads a package into the folder; apt checks its signed checksum. */
  download(name: string): Promise<void>;
}

/** Prepares a private apt in a folder, with the mirror and the proxies of the system's own. */
export async function openPrivateApt(folder: string, options: AptOptions): Promise<PrivateApt> {
  const { signal, onProgress, keyring = KEYRING } = options;
  const mirror = await findMirror(signal);
  await access(keyring).catch(() => {
    throw new EngineError(
      'missing-program',
      `Debian's archive keys were not found (${keyring}).`,
      'Install them, on Debian with: apt-get install debian-archive-keyring',
    );
  });
  const network = await run('apt-config', ['dump', 'Acquire::http', 'Acquire::https'], { signal });
  const source = `deb [arch=armhf signed-by=${keyring}] ${mirror} ${RELEASE} main\n`;
  await writeState(folder, source, network.out);

  const apt = async (program: string, args: readonly string[], what = '') => {
    const onStatus = (line: string) => {
      const percent = readProgress(line);
      if (percent !== undefined) onProgress(what, percent);
    };
    const env = { APT_CONFIG: join(folder, 'apt.conf') };
    const ran = await run(program, args, { cwd: folder, env, signal, onStatus });
    return insist(ran, `${program} ${args[0] ?? ''}`);
  };
  const status = ['-o', 'APT::Status-Fd=3', '--quiet'];
  return {
    mirror,
    update: async () => void (await apt('apt-get', ['update', ...status], "Debian's list")),
    show: async (name) => {
      const shown = readShown(await apt('apt-cache', ['show', '--no-all-versions', name]));
      if (shown !== undefined) return shown;
      const message = `apt-cache did not describe ${name} as expected.`;
      throw new EngineError('unreadable', message, TAKE_A_COPY);
    },
    download: async (name) => void (await apt('apt-get', ['download', ...status, name], name)),
  };
}

async function findMirror(signal: AbortSignal): Promise<string> {
  const uris = await run('apt-get', ['update', '--print-uris'], { signal });
  const mirror = parseMirror(uris.out);
  if (mirror !== undefined) return mirror;
  throw new EngineError(
    'refused',
    "This system's apt sources list no Debian mirror to fetch the kernel from.",
    TAKE_A_COPY,
  );
}

function insist({ succeeded, out, err }: Ran, what: string): string {
  if (succeeded) return out;
  throw new EngineError(
    'refused',
    `${what} failed: ${readFailure(err)}`,
    'Check the network and the disk, and fetch the kernel again.',
  );
}

async function writeState(folder: string, source: string, network: string): Promise<void> {
  const inside = (...parts: readonly string[]) => join(folder, ...parts);
  await mkdir(inside('state', 'lists', 'partial'), { recursive: true });
  await mkdir(inside('cache', 'archives', 'partial'), { recursive: true });
  await writeFile(inside('state', 'status'), '');
  await writeFile(inside('sources.list'), source);
  const settings = {
    'APT::Architecture': 'armhf',
    'APT::Architectures': 'armhf',
    // The folder need not be readable for another user.
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
    'Dir::State': inside('state'),
    'Dir::State::status': inside('state', 'status'),
    'Dir::Cache': inside('cache'),
    'Dir::Etc::SourceList': inside('sources.list'),
  };
  const none = ['Main', 'Parts', 'SourceParts', 'Preferences', 'PreferencesParts', 'TrustedParts'];
  const lines = [
    network,
    ...Object.entries(settings).map(([key, value]) => `${key} "${value}";`),
    ...none.map((key) => `Dir::Etc::${key} "/dev/null";`),
  ];
  // A proxy's address may contain a password.
  await writeFile(inside('apt.conf'), `${lines.join('\n')}\n`, { mode: 0o600 });
}

/** A package as `apt-cache show` prints it. */
export interface ShownPackage {
  readonly name: string;
  readonly version: string;
  readonly bytes: number;
  /** The names of the packages that it depends on. */
  readonly depends: readonly string[];
}

/** Reads the first package that `apt-cache show` printed. */
export function readShown(text: string): ShownPackage | undefined {
  const [paragraph = ''] = text.split('\n\n');
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(paragraph)?.[1];
  const [name, version, size] = [field('Package'), field('Version'), field('Size')];
  if (name === undefined || version === undefined || size === undefined) return undefined;
  const depends = (field('Depends') ?? '')
    .split(',')
    .map((each) => each.trim().split(' ')[0] ?? '');
  return { name, version, bytes: Number(size), depends };
}

/** Reads the progress of a download, in per cent, from a line of apt's status channel. */
export function readProgress(line: string): number | undefined {
  const [, percent] = /^dlstatus:\d+:([\d.]+):/.exec(line) ?? [];
  return percent === undefined ? undefined : Number(percent);
}

/** The reason for apt's failure: the first line that begins with `E:`, or else `W:`. */
export function readFailure(text: string): string {
  const lines = text.split('\n').filter((line) => /^[EW]: /.test(line));
  const [first] = [...lines.filter((line) => line.startsWith('E')), ...lines];
  return first?.slice('E: '.length) ?? 'no reason given';
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Called with each line that the program writes to its descriptor 3. */
  readonly onStatus?: (line: string) => void;
}

interface Ran {
  readonly succeeded: boolean;
  readonly out: string;
  readonly err: string;
}

/** Runs a program of the system to its end, without a shell. */
async function run(program: string, args: readonly string[], options: RunOptions): Promise<Ran> {
  const { cwd, env, signal, onStatus = () => undefined } = options;
  const child = spawn(program, args, {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, LC_ALL: 'C', ...env },
    signal,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, out, err, status] = child.stdio as readonly Readable[];
  const text = { out: '', err: '' };
  out?.setEncoding('utf8').on('data', (chunk: string) => (text.out += chunk));
  err?.setEncoding('utf8').on('data', (chunk: string) => (text.err += chunk));
  if (status) createInterface({ input: status }).on('line', onStatus);
  const code = await waitForExit(child).catch((error: unknown) => {
    throw asFailure(error, program);
  });
  return { succeeded: code === 0, ...text };
}

function asFailure(error: unknown, program: string): unknown {
  if (systemCode(error) === 'ABORT_ERR') return cancellationError();
  if (systemCode(error) !== 'ENOENT') return error;
  return new EngineError(
    'missing-program',
    `${program} was not found; it is needed to fetch the kernel from Debian's packages.`,
    TAKE_A_COPY,
  );
}

/** The release whose kernels were tried on the board; every mirror of Debian has it. */
const RELEASE = 'bookworm';

const INDEX = /^'([^' ]+)\/dists\/([a-z]+)\/InRelease'/;

/** The Debian mirror among the sources that `apt-get update --print-uris` names. */
export function parseMirror(uris: string): string | undefined {
  // A suite with a hyphen is an addition to a release: security, updates, or a third party's.
  const releases = uris.split('\n').flatMap((line) => INDEX.exec(line)?.[1] ?? []);
  return releases.find((base) => /\/debian$/.test(base)) ?? releases[0];
}
