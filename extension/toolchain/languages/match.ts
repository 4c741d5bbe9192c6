import { type Bench, isSameFile, parseSourceLine, deriveSuite } from '../../agent';
import type { SourceBench } from './benches';

/** The benchmarks of an image, with digests of their texts if it has them. */
export interface BuiltBenches {
  readonly benches: readonly Bench[];
  readonly texts: Readonly<Record<string, string>>;
}

/** The relation between a declaration in a source and an image. */
export type Match =
  | { readonly kind: 'same' | 'changed'; readonly bench: Bench }
  /** The image has no such operation, or has it from another file. */
  | { readonly kind: 'absent' };

/** `suite/op` of a declaration in a file. */
export function formatBenchName(path: string, { suite, op }: SourceBench): string {
  return `${suite ?? deriveSuite(path)}/${op}`;
}

/** Finds a declaration's operation in an image, and checks that its text is unchanged. */
export function matchBench(
  path: string,
  found: SourceBench,
  { benches, texts }: BuiltBenches,
): Match {
  const name = formatBenchName(path, found);
  const bench = benches.find(
    ({ suite, op, at }) => `${suite}/${op}` === name && isSameFile(path, parseSourceLine(at).file),
  );
  if (!bench) return { kind: 'absent' };
  const built = texts[name];
  const { line } = parseSourceLine(bench.at);
  const isSame =
    built === undefined ? line >= found.line && line <= found.lastLine : built === found.digest;
  return { kind: isSame ? 'same' : 'changed', bench };
}
