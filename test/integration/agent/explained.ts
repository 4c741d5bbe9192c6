import type { ExplainedSample, TraceInfo } from '../../../extension/trace/model';
import { recordingCalls } from '../../../extension/workers/recording/worker';

const serving = { signal: new AbortController().signal, report: () => undefined };

/** Opens the recording of a traced image, as the editor does. */
export async function openSent(chunks: readonly Uint8Array[]) {
  const bytes = new Uint8Array(Buffer.concat(chunks)).buffer;
  const calls = recordingCalls();
  const info = (await calls.open({ source: { bytes }, maxEvents: 1e6 }, serving)) as TraceInfo;
  const slowest = async (operation: string) =>
    (await calls.slowest({ operation, repeat: 0, count: 1e6 }, serving)) as ExplainedSample[];
  return { info, slowest };
}

/** Sums a kind of parts, all of them or those of a name. */
export const sumAmounts = ({ parts }: ExplainedSample, kind: string, name?: string) =>
  parts.reduce(
    (sum, part) =>
      part.kind === kind && (name === undefined || part.name === name) ? sum + part.amount : sum,
    0,
  );
