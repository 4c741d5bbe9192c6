import { basename, dirname, extname, join } from 'node:path';
import { importFormats } from '../../core/imports';
import { writeMarkdown } from '../../core/report/markdown';
import type { Served } from '../../core/rpc/rpc';
import { exportRun } from '../../engine/archive/export';
import { openArchive } from '../../engine/archive/open';
import { importRun } from '../../engine/import';
import { writeFileAtomic } from '../../engine/run-folder/atomic';
import { columnsOf } from './columns';
import type { FiguresCalls } from './protocol';

type Filing = Pick<FiguresCalls, 'report' | 'exportRun' | 'openExported' | 'importResults'>;

const placeOf = (folder: string) => ({ id: basename(folder), folder });

/** Takes runs out into files and in from files. */
export const filingCalls: Served<Filing> = {
  report: async ({ columns, file }) => {
    const name = basename(file, extname(file));
    const found = await columnsOf(columns);
    const { text, beside } = writeMarkdown({ columns: found, name });
    await writeFileAtomic(file, text);
    const images = beside.map((image) => ({ ...image, file: join(dirname(file), image.name) }));
    for (const image of images) await writeFileAtomic(image.file, image.text);
    return { file, beside: images.map((image) => image.file) };
  },
  exportRun: async ({ folder, file, tool }) => {
    const { bytes, missing } = await exportRun(placeOf(folder), file, tool);
    return { bytes, missing };
  },
  openExported: async ({ file, runsFolder }) => {
    const { folder, record, state } = await openArchive(file, {
      runsFolder,
      isChosenFolder: false,
    });
    return { id: record.id, folder, problems: record.problems, wasThere: state === 'present' };
  },
  importResults: async ({ file, format, runsFolder, tool }) => {
    const { folder, record } = await importRun({
      ...{ file, runsFolder, tool, isChosenFolder: false },
      format: importFormats.find(({ id }) => id === format),
      command: `cyclescope import ${basename(file)}`,
    });
    return { id: record.id, folder, problems: record.problems, wasThere: false };
  },
};
