import { type Port, serve } from '../../core/rpc/rpc';
import { figuresCalls } from './figures';
import type { FiguresCalls } from './protocol';

/** Serves figures of kept runs on a port. */
export function serveFigures(port: Port): void {
  serve<FiguresCalls>(port, figuresCalls());
}
