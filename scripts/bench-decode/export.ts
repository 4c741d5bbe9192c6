import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { exportTrace, loadTrace, openBytes } from '../../extension/engine/recording';
import { traceFormats, traceRecording, traceRows } from '../../extension/trace';

/* `FILE FOLDER FORMAT` exports a recording there; prints seconds, bytes, recorded events, and slices' begins and ends. */

const { signal } = new AbortController();

async function main(file: string, folder: string, id: string): Promise<void> {
  const format = traceFormats.find((each) => each.id === id);
  if (!format) throw new Error(`no format ${id}`);
  const output = join(folder, `trace.${format.ending}`);
  const start = process.hrtime.bigint();
  const before = process.cpuUsage();
  const { events } = await exportTrace(file, format, output, signal);
  const { user, system } = process.cpuUsage(before);
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const paths = format.isFolder ? readdirSync(output).map((name) => join(output, name)) : [output];
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  const written = await countWritten(file);
  const cpu = (user + system) / 1e6;
  console.log(JSON.stringify({ seconds, cpu, bytes, events, written }));
}

async function countWritten(file: string): Promise<number> {
  const recording = await openBytes({ path: file });
  const options = { maxEvents: Infinity, signal, report: () => undefined };
  const { decoded } = await loadTrace(recording, options);
  await recording.close();
  let written = 0;
  const count = () => void written++;
  const sink = { begin: count, end: count, point: count };
  const { sequences } = traceRows(traceRecording(decoded), () => '');
  for (const sequence of sequences) Array.from(sequence.slices(sink));
  return written;
}

const [file = '', folder = '', id = ''] = process.argv.slice(2);
void main(file, folder, id);
