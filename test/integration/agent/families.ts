import { basename } from 'node:path';
import { readDeclarations } from '../../../extension/toolchain/declarations.mjs';
import { root } from './variants';

const { families, ports } = readDeclarations(root);

/** The families that agents in the SDKs of Zephyr and NXP have. */
export const FAMILIES = families
  .filter(({ lists }) => lists['ON_REQUEST'] === undefined)
  .map(({ name }) => name);

/** The families with a variant that calls the kernel's own functions. */
export const TWINS = (ports['zephyr']?.lists['NATIVE'] ?? []).map((path) => basename(path, '.c'));
