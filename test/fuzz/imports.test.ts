import { expect } from 'vitest';
import { importFormats, importText, readRunRecord } from '../../extension/runs';
import { formatRunRecord, createImportedRecord } from '../../extension/runs/record/record';
import { exampleRecord } from '../../extension/runs/record/testing/example';
import { exampleTexts } from '../../extension/runs/imports/testing/texts';
import { fuzz, garbleText } from './fuzz';

const HUGE = '9'.repeat(400);

for (const [id, example] of exampleTexts) {
  const format = importFormats.find((each) => each.id === id);
  fuzz(
    `the output of ${id} is refused or becomes a record that can be read`,
    garbleText(example),
    (text) => {
      importText(text);
      const { imported, problems } = format?.read(text) ?? { imported: undefined, problems: [] };
      if (imported === undefined) {
        expect(problems).not.toEqual([]);
        return;
      }
      const record = createImportedRecord(imported, id, {
        ...exampleRecord(),
        problems: [...problems],
      });
      const written = formatRunRecord(record);
      expect(readRunRecord(written)).toEqual({ record: JSON.parse(written), problems: [] });
    },
    // A figure that overflows when it is read or summed.
    [HUGE, '9'.repeat(300), '1e999'].map((figure) => example.replace(/\d+\.?\d*/g, figure)),
  );
}
