import type { TraceFormat } from '../format';
import { readChrome } from './read';
import { writeChrome } from './write';

/** Chrome's trace events, JSON: cores are processes, rows are threads. */
export const chrome: TraceFormat = {
  id: 'chrome',
  ending: 'trace.json',
  isFolder: false,
  about: 'chrome://tracing, Perfetto, speedscope and others, JSON',
  write: (trace) => [{ name: '', parts: writeChrome(trace) }],
  reader: {
    about: "Chrome's and Perfetto's trace events, JSON",
    // A list of objects, or an object.
    begins: (text) => /^\ufeff?\s*(\[\s*[{\]]|\{\s*["}])/.test(text),
    read: ({ main }) => readChrome(new TextDecoder().decode(main)),
  },
};
