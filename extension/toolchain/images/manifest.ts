import * as v from 'valibot';
import { type ImageManifest, revisionSchema } from '../../agent';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const parameter = v.object({
  name: v.string(),
  default: v.number(),
  min: v.number(),
  max: v.number(),
});

const bench = v.object({
  suite: v.pipe(v.string(), v.nonEmpty()),
  op: v.pipe(v.string(), v.nonEmpty()),
  iterations: count,
  max: count,
  warmup: count,
  batches: count,
  params: v.array(parameter),
  about: v.string(),
  at: v.string(),
});

const manifest = v.object({
  schema: v.literal(1),
  target: v.string(),
  build: v.picklist(['headline', 'traced']),
  // A manifest must not point outside its folder.
  elf: v.pipe(v.string(), v.regex(/^\w[\w.-]*$/, 'elf must be a file name')),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'sha256 must be 64 hex digits')),
  hooks: v.picklist([0, 1]),
  inputs: v.string(),
  glibc: v.optional(v.pipe(v.string(), v.regex(/^\d+\.\d+$/, 'glibc must be a version'))),
  compiler: v.string(),
  flags: v.string(),
  extras: v.optional(v.array(v.string())),
  benches: v.array(bench),
  texts: v.optional(v.record(v.string(), v.string())),
  sources: v.optional(v.record(v.string(), v.string())),
  found: v.optional(v.array(v.string())),
  revision: v.optional(revisionSchema),
  components: v.array(v.string()),
});

export type ManifestReading =
  | { readonly manifest: ImageManifest; readonly problem?: never }
  | { readonly manifest?: never; readonly problem: string };

function readSchema(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'schema' in json ? json.schema : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a `manifest.json`; describes its problem in one sentence. */
export function readManifest(text: string): ManifestReading {
  const json = parseJson(text);
  if (json === undefined) return { problem: 'it is not JSON' };
  const schema = readSchema(json);
  if (typeof schema === 'number' && schema > 1) {
    return { problem: `it has schema ${schema}, this version reads schema 1: update Cyclescope` };
  }
  const reading = v.safeParse(manifest, json);
  if (reading.success) return { manifest: reading.output };
  const [issue] = reading.issues;
  return { problem: `${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}` };
}
