import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../error';
import { readFailure, readProgress, readShown, type ShownPackage } from './apt-output';
import { mirrorIn, RELEASE } from './mirror';
import { run, type Ran } from './run';

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

export interface AptOptions {
  readonly signal: AbortSignal;
  /** The keys of Debian's archive; the system's own when left out. */
  readonly keyring?: string;
  /** Receives per cents while something is downloaded. */
  readonly onProgress: (what: string, percent: number) => void;
}

/** Apt for another architecture, with lists, cache and sources of its own: the system's stay as they are. */
export interface PrivateApt {
  readonly mirror: string;
  update(): Promise<void>;
  show(name: string): Promise<ShownPackage>;
  /** Downloads a package into the folder; apt holds it against its signed checksum. */
  download(name: string): Promise<void>;
}

/** Prepares a private apt in a folder, with the mirror and the proxies of the system's own. */
export async function openPrivateApt(folder: string, options: AptOptions): Promise<PrivateApt> {
  const { signal, onProgress, keyring = KEYRING } = options;
  const mirror = await findMirror(signal);
  await access(keyring).catch(() => {
    throw new EngineError(
      'missing-program',
      `Debian's keys are not here (${keyring}).`,
      'On Debian: apt-get install debian-archive-keyring',
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
      throw new EngineError('unreadable', `apt-cache did not describe ${name} as expected.`);
    },
    download: async (name) => void (await apt('apt-get', ['download', ...status, name], name)),
  };
}

async function findMirror(signal: AbortSignal): Promise<string> {
  const uris = await run('apt-get', ['update', '--print-uris'], { signal });
  const mirror = mirrorIn(uris.out);
  if (mirror !== undefined) return mirror;
  throw new EngineError(
    'refused',
    "This system's apt sources name no Debian mirror, from which the kernel could come.",
    'Fetch it on a Debian system and copy the folder, or point CYCLESCOPE_KERNELS to one.',
  );
}

function insist({ succeeded, out, err }: Ran, what: string): string {
  if (succeeded) return out;
  throw new EngineError('refused', `${what} failed: ${readFailure(err)}`);
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
  // A proxy's address may hold a password.
  await writeFile(inside('apt.conf'), `${lines.join('\n')}\n`, { mode: 0o600 });
}
