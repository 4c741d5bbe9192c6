/** A package as `apt-cache show` tells of it. */
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

/** How much of a download is done, from a line of apt's status channel, in per cent. */
export function readProgress(line: string): number | undefined {
  const [, percent] = /^dlstatus:\d+:([\d.]+):/.exec(line) ?? [];
  return percent === undefined ? undefined : Number(percent);
}

/** What apt says went wrong: its lines that begin with `E:` or `W:`, the errors first. */
export function readFailure(text: string): string {
  const lines = text.split('\n').filter((line) => /^[EW]: /.test(line));
  const [first] = [...lines.filter((line) => line.startsWith('E')), ...lines];
  return first?.slice('E: '.length) ?? 'it gave no reason';
}
