import { type Port, serve } from '../../base';
import type { RunCalls } from './protocol';
import { measure } from './run';

/** Serves runs on a port. */
export function serveRuns(port: Port): void {
  serve<RunCalls>(port, { run: (spec, serving) => measure(spec, serving) });
}
