import { createJiti } from 'jiti';
import { inRoot } from './paths.mjs';

const jiti = createJiti(import.meta.url);

/** Imports a module of the extension from its TypeScript. @returns {Promise<unknown>} */
export const importSource = (/** @type {string} */ path) => jiti.import(inRoot(path));
