import type { TraceFormat } from '../format';
import { readCtf } from './read';
import { METADATA, writeCtf } from './write';

export const ctf: TraceFormat = {
  id: 'ctf',
  ending: 'ctf',
  isFolder: true,
  about: 'babeltrace2 and Trace Compass, a folder in the Common Trace Format 1.8',
  write: writeCtf,
  reader: {
    about: "Zephyr's CTF (`CONFIG_TRACING_CTF`), with its `metadata` in the same folder",
    metadataFile: METADATA,
    begins: (text) => /^\s*\/\*\s*CTF 1\.8\s*\*\//.test(text),
    read: readCtf,
  },
};
