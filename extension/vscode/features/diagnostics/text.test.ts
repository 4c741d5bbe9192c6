import { expect, it } from 'vitest';
import { diagnosticsText } from './diagnostics';

it('fences its contents, so that no line can become markup', () => {
  const text = diagnosticsText([
    { title: 'Versions', lines: ['Cyclescope 0.1.0'] },
    { title: 'Log', lines: ['````', '# not a heading'] },
  ]);
  expect(text).toContain('## Versions\n\n```text\nCyclescope 0.1.0\n```');
  expect(text).toContain('## Log\n\n`````text\n````\n# not a heading\n`````\n');
});
