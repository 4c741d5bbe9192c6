import { setImmediate } from 'node:timers/promises';
import { type Port, serve, type Served, Transferred } from '../../base';
import { type Bytes, type EventTexts, loadTrace, newEventTexts, openBytes } from '../../engine';
import {
  encodeWindow,
  explainSample,
  explainStretch,
  findSample,
  momentAt,
  computeCoreShares,
  slowestSamples,
  type TraceRecording,
  traceRecording,
  renderWindow,
} from '../../trace';
import type { OpenRecording, RecordingCalls } from './protocol';
import { findText, findNeighbour, readEventRows } from './search';

interface Opened {
  readonly bytes: Bytes;
  readonly recording: TraceRecording;
  readonly texts: EventTexts;
}

async function openRecording(
  request: OpenRecording,
  serving: Parameters<Served<RecordingCalls>['open']>[1],
): Promise<Opened> {
  const bytes = await openBytes(request.source);
  try {
    const { signal, report } = serving;
    const { decoded, header } = await loadTrace(bytes, { ...request, signal, report });
    const recording = traceRecording(decoded);
    const texts = newEventTexts(decoded, bytes, header.merged, request.descriptions);
    return { bytes, recording, texts };
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

export function recordingCalls(): Served<RecordingCalls> {
  let opened: Opened | undefined;
  let newestWindow = 0;

  const at = (): Opened => {
    if (!opened) throw new Error('The recording is not open.');
    return opened;
  };
  const close = async () => {
    const { bytes } = opened ?? {};
    opened = undefined;
    await bytes?.close();
  };

  return {
    open: async (request, serving) => {
      await close();
      opened = await openRecording(request, serving);
      return opened.recording.info;
    },
    window: async (request) => {
      const number = ++newestWindow;
      // Let pending messages in first; only the newest window is worth computing.
      await setImmediate();
      if (number !== newestWindow) return undefined;
      const buffer = encodeWindow(renderWindow(at().recording, request));
      return new Transferred(buffer, [buffer]);
    },
    events: async ({ from, count }) => readEventRows(at().recording, at().texts, from, count),
    at: async ({ ticks }) => momentAt(at().recording, ticks),
    find: async (request, serving) => findText(at().recording, at().texts, request, serving),
    neighbour: async (request, serving) =>
      findNeighbour(at().recording, at().texts, request, { ...serving, report: () => undefined }),
    shares: async (stretch) => computeCoreShares(at().recording, stretch),
    slowest: async ({ operation, repeat, count }) =>
      slowestSamples(at().recording, operation, repeat, count),
    sample: async (request) =>
      'number' in request
        ? explainSample(at().recording, request.number)
        : findSample(at().recording, request.operation, request.repeat, request.index),
    explainWindow: async ({ core, ...stretch }) => {
      const { recording } = at();
      const { operations } = recording.benchmarks;
      const within = operations.find(
        ({ start, stop }) => start <= stretch.start && stretch.stop <= stop,
      );
      const on = core ?? within?.run.core ?? recording.index.cores[0] ?? 0;
      return explainStretch(recording, stretch, on, within?.run);
    },
    close: async () => {
      await close();
      return undefined;
    },
  };
}

/** Serves one recording on a port. */
export function serveRecording(port: Port): void {
  serve<RecordingCalls>(port, recordingCalls());
}
