import { chrome } from './chrome';
import { ctf } from './ctf';
import type { TraceFormat } from './format';
import { perfetto } from './perfetto';

export { type ForeignTrace, type TraceFile, type TraceFormat, type TraceReader } from './format';
export { traceRows } from './rows';

/** The formats of other tools that show traces. Help, checks of arguments and the documentation follow from it. */
export const traceFormats: readonly TraceFormat[] = [perfetto, chrome, ctf];
