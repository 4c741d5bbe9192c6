import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../../base';
import { claimTarget } from '../../host';
import {
  describeKernel,
  KERNEL_DESCRIPTION,
  KERNEL_FILES,
  kernelCache,
  type KernelDescription,
  type KernelFlavour,
} from '../../targets';
import { type AptOptions, openPrivateApt, type ShownPackage, TAKE_A_COPY } from './private-apt';

export interface KernelRequest extends AptOptions {
  readonly flavour: KernelFlavour;
  readonly onMessage: (text: string) => void;
  /** The folder of the kernels. */
  readonly cache?: string;
}

export interface FetchedKernel {
  readonly folder: string;
  readonly description: KernelDescription;
  /** It was already present. */
  readonly upToDate: boolean;
}

/** Fetches a kernel and its device tree from Debian's packages if they are missing. */
export async function fetchKernel(request: KernelRequest): Promise<FetchedKernel> {
  const { flavour, cache = kernelCache() } = request;
  const folder = join(cache, flavour);
  const known = describeKernel(flavour, cache);
  if (known !== undefined) return { folder, description: known, upToDate: true };
  // Fetching into another folder disturbs nothing here.
  const lock = claimTarget('fetch-kernel', undefined, `fetch-kernel@${cache}`);
  await lock.take();
  const work = join(cache, 'fetching');
  try {
    await rm(work, { recursive: true, force: true });
    await mkdir(join(work, 'files'), { recursive: true });
    const description = await fetchInto(work, request);
    await rm(folder, { recursive: true, force: true });
    await rename(join(work, 'files'), folder);
    return { folder, description, upToDate: false };
  } finally {
    await rm(work, { recursive: true, force: true });
    lock.release();
  }
}

async function fetchInto(work: string, request: KernelRequest): Promise<KernelDescription> {
  const { flavour, onMessage } = request;
  const apt = await openPrivateApt(work, request);
  onMessage(`Fetching the list of Debian's armhf packages from ${apt.mirror} (about 9 MB).`);
  await apt.update();
  // The package of that name has nothing in it but the name of the current kernel's.
  const { name, version, bytes } = await kernelBehind(
    await apt.show(`linux-image-${flavour}`),
    apt.show,
  );
  onMessage(`Fetching ${name} ${version} (${(bytes / 1e6).toFixed(1)} MB).`);
  await apt.download(name);
  return keep(work, name, version);
}

async function kernelBehind(
  { name, depends }: ShownPackage,
  show: (name: string) => Promise<ShownPackage>,
): Promise<ShownPackage> {
  const kernel = depends.find((each) => /^linux-image-\d/.test(each));
  if (kernel !== undefined) return show(kernel);
  throw new EngineError(
    'unreadable',
    `Debian's package ${name} does not depend on a kernel package.`,
    TAKE_A_COPY,
  );
}

/** Unpacks the two files that are needed, and describes them. */
async function keep(work: string, name: string, version: string): Promise<KernelDescription> {
  const found = (await readdir(work)).find((file) => file.endsWith('.deb'));
  if (found === undefined) {
    throw new EngineError('unreadable', `apt-get did not download ${name}.`, TAKE_A_COPY);
  }
  const members = {
    [KERNEL_FILES.kernel]: `/boot/vmlinuz-${name.slice('linux-image-'.length)}`,
    [KERNEL_FILES.deviceTree]: `/usr/lib/${name}/${KERNEL_FILES.deviceTree}`,
  };
  await unpackFiles(join(work, found), Object.values(members), work);
  const sha256: Record<string, string> = {};
  for (const [file, member] of Object.entries(members)) {
    const bytes = await readFile(join(work, member));
    sha256[file] = createHash('sha256').update(bytes).digest('hex');
    await copyFile(join(work, member), join(work, 'files', file));
  }
  const description: KernelDescription = { schema: 1, package: name, version, sha256 };
  const text = `${JSON.stringify(description, undefined, 2)}\n`;
  await writeFile(join(work, 'files', KERNEL_DESCRIPTION), text);
  return description;
}

/** Takes single files out of a Debian package; a kernel's has 200 MB more of them. */
async function unpackFiles(
  packagePath: string,
  members: readonly string[],
  folder: string,
): Promise<void> {
  const reader = spawn('dpkg-deb', ['--fsys-tarfile', packagePath], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const writer = spawn('tar', ['-x', '-C', folder, ...members.map((name) => `.${name}`)], {
    stdio: [reader.stdout, 'ignore', 'pipe'],
  });
  // Both children share the pipe: when one ends, the other must notice.
  reader.stdout.destroy();
  let words = '';
  writer.stderr?.setEncoding('utf8').on('data', (chunk: string) => (words += chunk));
  await Promise.all([once(reader, 'exit'), once(writer, 'close')]);
  if (reader.exitCode === 0 && writer.exitCode === 0) return;
  const reason = words.split('\n')[0] || 'dpkg-deb could not read it';
  throw new EngineError(
    'unreadable',
    `${packagePath} could not be unpacked: ${reason}`,
    'Free some space on that disk, and fetch the kernel again.',
  );
}
