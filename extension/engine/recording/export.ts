import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError, systemCode } from '../../base';
import { eventAt } from '../../systemview';
import { type TraceFile, type TraceFormat, traceRecording, traceRows } from '../../trace';
import { toDiskError, writeNamedFile } from '../run-folder';
import { openBytes } from './bytes';
import { loadTrace } from './load';
import { newEventTexts } from './texts';

/** A recording that was written in another format. */
interface ExportedTrace {
  readonly events: number;
  /** Errors in the recording. */
  readonly problems: readonly string[];
}

/** Writes a recording in a format of other tools, into a file or a folder that does not exist yet. */
export async function exportTrace(
  recording: string,
  format: TraceFormat,
  output: string,
  signal: AbortSignal,
): Promise<ExportedTrace> {
  const bytes = await openBytes({ path: recording });
  try {
    const options = { maxEvents: Infinity, signal, report: () => undefined };
    const { decoded, header } = await loadTrace(bytes, options);
    const trace = traceRecording(decoded);
    const texts = newEventTexts(decoded, bytes, header.merged);
    const messages = new Map<number, string>();
    for (const { events } of trace.survey.marks) {
      for (const at of events) {
        const event = eventAt(decoded.store, at);
        if (event !== undefined) messages.set(at, await texts.of(event));
      }
    }
    const files = format.write(traceRows(trace, (event) => messages.get(event) ?? ''));
    await (format.isFolder ? writeFolder(output, files) : writeOnly(output, files));
    return { events: decoded.store.count, problems: decoded.problems };
  } finally {
    await bytes.close();
  }
}

async function writeOnly(output: string, files: Iterable<TraceFile>): Promise<void> {
  for (const { parts } of files) await writeNamedFile(output, parts);
}

/** Never adds to a folder: its files would be read as parts of the trace. */
async function writeFolder(output: string, files: Iterable<TraceFile>): Promise<void> {
  await mkdir(output).catch((error: unknown) => {
    if (systemCode(error) !== 'EEXIST') throw toDiskError(error, output);
    throw new EngineError('exists', `${output} exists.`, 'Remove it, or name another folder.');
  });
  try {
    for (const { name, parts } of files) await writeNamedFile(join(output, name), parts);
  } catch (error) {
    await rm(output, { recursive: true, force: true });
    throw error;
  }
}
