import { createJiti } from 'jiti';
import { inRoot } from './paths.mjs';

// As TypeScript resolves: guardian.ts stands beside guardian.cjs, which is a program and not for import.
const jiti = createJiti(import.meta.url, { extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js'] });

/** Imports a module of the extension from its TypeScript. @returns {Promise<unknown>} */
export const importSource = (/** @type {string} */ path) => jiti.import(inRoot(path));
