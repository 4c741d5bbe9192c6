import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildResults } from '../../core/results/build';
import { packSamples } from '../../core/results/samples';
import { type Served, Transferred } from '../../core/rpc/rpc';
import { readHead } from '../../core/runs/head';
import { summarise } from '../../core/runs/summarise';
import { EngineError } from '../../engine/error';
import { recordOf } from './columns';
import { comparingCalls } from './comparing';
import { drawable } from './drawable';
import { filingCalls } from './filing';
import { keepLatest } from './kept';
import type { FiguresCalls } from './protocol';

/** Reads kept runs and sums them up; the runs that were asked for last stay in memory. */
export function figuresCalls(): Served<FiguresCalls> {
  const resultsOf = keepLatest(async (folder) => buildResults(await recordOf(folder)));
  return {
    ...comparingCalls(),
    ...filingCalls,
    results: async ({ folder }) => (await resultsOf(folder)).model,
    head: async ({ folder }) => readHead(await readFile(join(folder, 'run.json'), 'utf8')),
    rows: async ({ folder }) => summarise(await recordOf(folder)).map(drawable),
    samples: async ({ folder, row, range }) => {
      const { model, samples } = await resultsOf(folder);
      const found = samples[model.rows.findIndex(({ key }) => key === row)];
      if (!found) throw new EngineError('unknown-benchmark', `This run has no row "${row}".`);
      const packed = packSamples(found, range);
      return new Transferred(packed, [packed.quiet, packed.ticked]);
    },
  };
}
