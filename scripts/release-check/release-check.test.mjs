import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listAnchors, linkProblems, listLinks } from './links.mjs';
import { listingProblems, pngSize } from './listing.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cyclescope-listing-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Creates the beginning of a PNG of that size. */
function png(/** @type {number} */ width, /** @type {number} */ height) {
  const bytes = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\0\0\0\0\0', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

function document(/** @type {string} */ text) {
  const path = join(folder, 'page.md');
  writeFileSync(path, text);
  return linkProblems(path).map((problem) => problem.slice(path.length + 2));
}

describe('links', () => {
  it('are found together with images, outside code', () => {
    const text = 'a [b](c.md "title") ![d](<e f.png>) `[no](x)`\n```\n[no](y)\n```\n';
    expect(listLinks(text)).toEqual([
      { target: 'c.md', isImage: false },
      { target: 'e f.png', isImage: true },
    ]);
  });

  it('name headings as they are spelled', () => {
    expect([...listAnchors('# What it `needs`\n\n## 3. A & B\n')]).toEqual([
      'what-it-needs',
      '3-a--b',
    ]);
  });

  it.each([
    ['[a](https://example.org)', []],
    ['# Top\n[a](#top) [b](page.md#top)', []],
    ['[a](gone.md)', ['gone.md leads nowhere']],
    ['[a](#gone)', ['#gone names no heading']],
    ['[a](http://example.org)', ['http://example.org is not https']],
    ['![a](https://example.org/a.svg)', ['https://example.org/a.svg is an SVG image']],
  ])('in %j: %j', (text, problems) => expect(document(text)).toEqual(problems));
});

describe('the listing', () => {
  const listed = { publisher: 'p', license: 'MIT', icon: 'icon.png', categories: ['Testing'] };
  const problemsWith = (/** @type {Buffer} */ icon, /** @type {object} */ changes = {}) => {
    writeFileSync(join(folder, 'icon.png'), icon);
    return listingProblems({ ...listed, ...changes }, folder);
  };

  it('is valid with a large enough icon', () => {
    expect(problemsWith(png(256, 256))).toEqual([]);
    expect(pngSize(png(256, 128))).toEqual({ width: 256, height: 128 });
  });

  it.each([
    ['a small icon', png(64, 64), {}, /64 x 64/],
    ['an icon that is none', Buffer.from('<svg/>'), {}, /is not a PNG/],
    ['no icon at all', png(256, 256), { icon: 'gone.png' }, /there is no icon/],
    ['no publisher', png(256, 256), { publisher: undefined }, /no publisher/],
    ['an invented category', png(256, 256), { categories: ['Tools'] }, /"Tools"/],
    ['too many keywords', png(256, 256), { keywords: Array(31).fill('k') }, /31 keywords/],
  ])('is reported with %s', (_, icon, changes, problem) => {
    expect(problemsWith(icon, changes)).toEqual([expect.stringMatching(problem)]);
  });
});
