import { type ImageBuild, parseOperationReply, type RunsCollector } from '../../agent';
import type { Session } from './session';
import type { RunContext } from './spec';

/** The shortest interval between reports; faster ones cannot be read. */
const intervalMs = 100;

/** Reports the progress of the current operation, and the end of each. */
interface ProgressWatch {
  /** Something arrived on the stream. */
  noteArrival(): void;
  /** A data line arrived on the control channel. */
  receive(line: string): void;
}

/** Watches a pass; `collector` and `session` show what is being measured. */
export function watchProgress(
  build: ImageBuild,
  onProgress: RunContext['onProgress'],
  collector: Pick<RunsCollector, 'progress' | 'findSamples'>,
  session: Pick<Session, 'repeat' | 'point'>,
): ProgressWatch {
  let reported = -Infinity;
  let operation = '';
  let point: Session['point'] | undefined;
  let began = 0;

  const at = () => ({ repeat: session.repeat, point: session.point });
  const noteArrival = () => {
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
    onProgress({ build, ...at(), ...update }, collector.findSamples(operation));
  };
  const receive = (line: string) => {
    const { value: reply } = parseOperationReply(line);
    if (!reply) return;
    const { name, stored, attempted } = reply;
    const done = { samples: stored, requested: attempted, rate: 0, isEnd: true };
    onProgress({ build, ...at(), operation: name, ...done }, collector.findSamples(name));
  };
  return { noteArrival, receive };
}
