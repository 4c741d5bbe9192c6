import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @typedef {{ target: string, isImage: boolean }} Link */

/** Lists the links and images of a Markdown document. @returns {readonly Link[]} */
export function listLinks(/** @type {string} */ text) {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
  const found = prose.matchAll(/(!?)\[[^\]]*\]\((?:<([^>]*)>|([^)\s]*))[^)]*\)/g);
  return [...found].map(([, mark, bracketed, plain]) => ({
    target: bracketed ?? plain ?? '',
    isImage: mark === '!',
  }));
}

/** Returns the anchors of headings. @returns {ReadonlySet<string>} */
export function listAnchors(/** @type {string} */ text) {
  const headings = [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}

/** Reports each broken link of a document of the checkout in a sentence. */
export function linkProblems(/** @type {string} */ path) {
  return listLinks(readFileSync(path, 'utf8')).flatMap((link) => linkProblem(link, path) ?? []);
}

function linkProblem(/** @type {Link} */ { target, isImage }, /** @type {string} */ path) {
  const at = `${path}: ${target}`;
  // Marketplaces do not show SVG, which could contain scripts.
  if (isImage && /\.svg(\?|#|$)/i.test(target)) return `${at} is an SVG image`;
  if (/^https:/.test(target)) return undefined;
  if (/^[a-z]+:/i.test(target)) return `${at} is not https`;
  const [file = '', anchor] = target.split('#');
  const linked = file === '' ? path : join(dirname(path), file);
  if (!existsSync(linked)) return `${at} leads nowhere`;
  if (anchor === undefined || listAnchors(readFileSync(linked, 'utf8')).has(anchor))
    return undefined;
  return `${at} names no heading`;
}
