import { type Port, serve } from '../../base';
import { figuresCalls } from './figures';
import type { FiguresCalls } from './protocol';

/** Serves figures of kept runs on a port. */
export function serveFigures(port: Port): void {
  serve<FiguresCalls>(port, figuresCalls());
}
