import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix, relative } from 'node:path';
import { findCycles } from './cycles.mjs';
import { isTest, findPackage } from './packages.mjs';

/** Pages run in a webview: they share the editor package's code, never its environment. */
const isPage = (/** @type {string} */ path) =>
  /^extension\/vscode\/(features\/[^/]+\/)?(page|protocol|schemas)(\/|\.)/.test(path);

/** A view's declarations are read without an editor: they have their own door. */
const isDeclaredView = (/** @type {string} */ path) =>
  /^extension\/vscode\/features\/[^/]+\/view(\.ts)?$/.test(path);

/**
 * Checks whether a folder of the checkout has a door: an index.ts through which all imports go.
 * @typedef {(folder: string) => boolean} HasDoor
 */

/**
 * Explains why a file may not import something; undefined if it may. Paths are relative to the
 * checkout.
 */
export function importProblem(
  /** @type {string} */ file,
  /** @type {string} */ specifier,
  /** @type {HasDoor} */ hasDoor,
  isDynamic = false,
) {
  const from = findPackage(file);
  if (!from) return undefined;
  if (!specifier.startsWith('.')) return environmentProblem(file, specifier);
  const target = posix.join(posix.dirname(file), specifier);
  if (isTest(file)) return undefined;
  if (isTest(target)) return `${file} may not import ${target}: it exists for tests only.`;
  if (target === 'package.json' && !from.isPure) return undefined;
  const to = findPackage(`${target}/`);
  if (!to) return `${file} may not import ${target}: it lies outside the packages.`;
  if (to !== from && !from.mayImport.includes(to.name)) {
    return `${from.name} may import only from ${from.mayImport.join(', ')}; this is ${to.name}.`;
  }
  if (isPage(file) && !to.isPure && !isPage(`${target}/`)) {
    return `${file} runs in a webview and may not import ${target}: only packages without Node, and pages.`;
  }
  // A dynamic import inside a package loads one part of it, instead of everything that its door
  // exports.
  if (isDeclaredView(target) || (isDynamic && to === from)) return undefined;
  return doorProblem(file, target, hasDoor);
}

/** The first folder with a door between an importer and what it imports must be the import itself. */
function doorProblem(
  /** @type {string} */ file,
  /** @type {string} */ target,
  /** @type {HasDoor} */ hasDoor,
) {
  const own = posix.dirname(file).split('/');
  const steps = target.split('/');
  let shared = 0;
  while (shared < own.length && own[shared] === steps[shared]) shared += 1;
  for (let length = shared + 1; length < steps.length; length += 1) {
    const folder = steps.slice(0, length).join('/');
    if (hasDoor(folder)) return `Import ${folder} through its door, ${folder}/index.ts.`;
  }
  return undefined;
}

function environmentProblem(/** @type {string} */ file, /** @type {string} */ specifier) {
  const from = findPackage(file);
  if (specifier === 'vscode' && (from?.name !== 'vscode' || isPage(file) || isDeclaredView(file))) {
    return `${file} must run without an editor.`;
  }
  const isPure = from?.isPure === true || isPage(file);
  if (isBuiltin(specifier) && isPure && !isTest(file)) return `${file} must run without Node.`;
  return undefined;
}

/** @type {Map<string, readonly import('./cycles.mjs').Cycle[]>} */
const cycles = new Map();

/** The cycles of a checkout's extension, which are searched once in each process. */
function listCycles(/** @type {string} */ root) {
  const found = cycles.get(root) ?? findCycles(root, 'extension');
  cycles.set(root, found);
  return found;
}

/**
 * Enforces the import directions of packages.mjs and the doors of folders, and rejects cycles
 * between the entries of a folder.
 * @type {import('./plugin.mjs').Rule}
 */
export const houseImports = {
  meta: { type: 'problem' },
  create(context) {
    const file = relative(context.cwd, context.filename).replaceAll('\\', '/');
    const hasDoor = (/** @type {string} */ folder) =>
      existsSync(join(context.cwd, folder, 'index.ts'));
    const check = (/** @type {import('./plugin.mjs').Importing} */ node) => {
      const { source } = node;
      const isDynamic = node.type === 'ImportExpression';
      if (source?.type !== 'Literal' || typeof source.value !== 'string') {
        if (isDynamic && !isTest(file)) context.report({ node, message: 'Name the import.' });
        return;
      }
      const message = importProblem(file, source.value, hasDoor, isDynamic);
      if (message !== undefined) context.report({ node: source, message });
    };
    return {
      Program: (node) => {
        const own = listCycles(context.cwd).find(({ files }) => files.includes(file));
        if (own) context.report({ node, message: own.message });
      },
      ImportDeclaration: check,
      ImportExpression: check,
      ExportAllDeclaration: check,
      ExportNamedDeclaration: check,
      TSImportType: check,
    };
  },
};
