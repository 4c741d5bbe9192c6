import type { RunsCollector } from '../../core/agent/collect-runs';
import { parseOperationReply } from '../../core/agent/run-lines';
import type { PassRequest } from './request';
import type { Session } from './session';

/** Faster than this nobody reads. */
const intervalMs = 100;

/** Reports how far the operation in progress is, and when one has ended. */
export interface ProgressWatch {
  /** Something arrived on the stream. */
  arrived(): void;
  /** A data line arrived on the control channel. */
  heard(line: string): void;
}

/** Watches a pass; `collector` and `session` tell what is being measured at the moment. */
export function watchProgress(
  { image, onProgress }: Pick<PassRequest, 'image' | 'onProgress'>,
  collector: Pick<RunsCollector, 'progress' | 'arrived'>,
  session: Pick<Session, 'repeat' | 'point'>,
): ProgressWatch {
  const { build } = image.manifest;
  let reported = -Infinity;
  let operation = '';
  let point: Session['point'] | undefined;
  let began = 0;

  const at = () => ({ repeat: session.repeat, point: session.point });
  const arrived = () => {
    const now = performance.now();
    if (now - reported < intervalMs) return;
    const progress = collector.progress();
    if (!progress) return;
    if (progress.operation !== operation || session.point !== point) began = now;
    reported = now;
    ({ operation } = progress);
    ({ point } = session);
    const { samples, requested } = progress;
    const rate = now > began ? (samples * 1000) / (now - began) : 0;
    const update = { operation, samples, requested, rate, isEnd: false };
    onProgress({ build, ...at(), ...update }, collector.arrived(operation));
  };
  const heard = (line: string) => {
    const { value: reply } = parseOperationReply(line);
    if (!reply) return;
    const { name, stored, attempted } = reply;
    const done = { samples: stored, requested: attempted, rate: 0, isEnd: true };
    onProgress({ build, ...at(), operation: name, ...done }, collector.arrived(name));
  };
  return { arrived, heard };
}
