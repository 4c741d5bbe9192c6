import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';
import { inRoot } from './paths.mjs';

/** @typedef {{ text: string, file: string, line: number }} Place */

/** Folders with descriptors, whose texts are translated when they are shown, by member. */
const shownMembers = {
  'extension/targets/board/servers': ['prompt'],
  'extension/projects/edit/kinds': ['title'],
  'extension/toolchain/extras': ['about', 'terms'],
};
const descriptors = Object.keys(shownMembers);

/** Folders with user-visible texts. */
const folders = ['extension/vscode', 'extension/workers', ...descriptors];

const isSource = (/** @type {string} */ path) =>
  /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);

/** Returns a literal text, including concatenated literals. @returns {string | undefined} */
function literal(/** @type {ts.Expression | undefined} */ node) {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isBinaryExpression(node)) return undefined;
  const [left, right] = [literal(node.left), literal(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/**
 * Matches `vscode.l10n.t(..)` in the host; `t(..)` in views and functions that get `t` as a parameter.
 */
function isTranslation(/** @type {ts.LeftHandSideExpression} */ callee) {
  if (ts.isIdentifier(callee)) return callee.text === 't';
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 't') return false;
  return /(^|\.)l10n$/.test(callee.expression.getText());
}

/** Finds a file's texts that are translated when shown. @returns {readonly Place[]} */
export function findTexts(/** @type {string} */ file, /** @type {string} */ code) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
  /** @type {Place[]} */
  const places = [];
  const members =
    Object.entries(shownMembers).find(([folder]) => file.startsWith(folder))?.[1] ?? [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isCallExpression(node) && isTranslation(node.expression)) {
      const text = literal(node.arguments[0]);
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      if (text !== undefined) places.push({ text, file, line: line + 1 });
    }
    if (ts.isPropertyAssignment(node) && members.includes(node.name.getText())) {
      const text = literal(node.initializer);
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      if (text !== undefined) places.push({ text, file, line: line + 1 });
    }
    node.forEachChild(visit);
  };
  visit(source);
  return places;
}

/** Lists all texts of the extension that are translated when shown. */
export function listShownTexts() {
  return folders.flatMap((folder) => {
    const names = /** @type {string[]} */ (readdirSync(inRoot(folder), { recursive: true }));
    const files = names.filter(isSource).map((name) => `${folder}/${name}`);
    return files.flatMap((file) => findTexts(file, readFileSync(inRoot(file), 'utf8')));
  });
}

/** Lists the files of German texts, each beside the source that it translates. */
export const germanFiles = () =>
  /** @type {string[]} */ (readdirSync(inRoot('extension'), { recursive: true }))
    .filter((path) => basename(path) === 'german.json')
    .map((path) => `extension/${path}`)
    .sort();

/**
 * Reads one file's German texts by the English ones.
 * @returns {Readonly<Record<string, string>>}
 */
export const readGerman = (/** @type {string} */ path) =>
  JSON.parse(readFileSync(inRoot(path), 'utf8'));

/** Reads all German texts by the English ones. @returns {Readonly<Record<string, string>>} */
export const germanTexts = () => Object.assign({}, ...germanFiles().map(readGerman));

/** Returns the placeholders of a text, which a translation must keep. */
export const placeholders = (/** @type {string} */ text) =>
  (text.match(/\{\w+\}/g) ?? []).sort().join(' ');
