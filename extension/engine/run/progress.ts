import type { RunsCollector } from '../../core/agent/collect-runs';
import { parseOperationReply } from '../../core/agent/run-lines';
import type { PassRequest } from './request';

/** Faster than this nobody reads. */
const intervalMs = 100;

/** Reports how far the operation in progress is, and when one has ended. */
export interface ProgressWatch {
  /** Something arrived on the stream. */
  arrived(): void;
  /** A data line arrived on the control channel. */
  heard(line: string): void;
}

/** Watches a pass; `collector` and `repeat` tell what is being measured at the moment. */
export function watchProgress(
  { image, onProgress }: Pick<PassRequest, 'image' | 'onProgress'>,
  collector: Pick<RunsCollector, 'progress' | 'arrived'>,
  repeat: () => number,
): ProgressWatch {
  const { build } = image.manifest;
  let reported = -Infinity;
  let operation = '';
  let began = 0;

  const arrived = () => {
    const now = performance.now();
    if (now - reported < intervalMs) return;
    const progress = collector.progress();
    if (!progress) return;
    if (progress.operation !== operation) began = now;
    reported = now;
    ({ operation } = progress);
    const { samples, requested } = progress;
    const rate = now > began ? (samples * 1000) / (now - began) : 0;
    const update = { operation, samples, requested, rate, isEnd: false };
    onProgress({ build, repeat: repeat(), ...update }, collector.arrived(operation));
  };
  const heard = (line: string) => {
    const { value: reply } = parseOperationReply(line);
    if (!reply) return;
    const { name, stored, attempted } = reply;
    const done = { samples: stored, requested: attempted, rate: 0, isEnd: true };
    onProgress({ build, repeat: repeat(), operation: name, ...done }, collector.arrived(name));
  };
  return { arrived, heard };
}
