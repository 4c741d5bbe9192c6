import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLockedChecksum } from '../../extension/toolchain/crates.mjs';
import { chips, cSources, inRoot } from '../lib/paths.mjs';

/**
 * A shipped component that was written by others.
 * @typedef {object} Component
 * @property {string} name as manifests and package.json call it
 * @property {string} version
 * @property {string} licence SPDX identifier or expression
 * @property {string} origin where it comes from, in a sentence
 * @property {string} text the notice to be reproduced
 */

const read = (/** @type {string[]} */ ...parts) =>
  readFileSync(join(...parts), 'utf8').replaceAll('\r\n', '\n');

/** Lists the components of the agent images. @returns {readonly Component[]} */
export function agentComponents() {
  return [
    freertos(),
    segger('SEGGER-RTT', 'SEGGER_RTT.c'),
    segger('SEGGER-SystemView', 'SEGGER_SYSVIEW.c'),
    newlib,
    libgcc,
    glibcStartFiles,
  ];
}

/** Lists the sources of shipped data. @returns {readonly Component[]} */
export function dataComponents() {
  const [name, version = ''] = chips.crate.split(/-(?=\d)/);
  return [
    {
      name: name ?? chips.crate,
      version,
      licence: 'MIT OR Apache-2.0',
      origin: `media/chips.txt, compressed in packages, has the names and memories of chips from the crate ${crate(chips.crate, 'chips')}.`,
      text: read(inRoot('third-party', 'notices', 'probe-rs.txt')),
    },
  ];
}

/** An npm package that is part of a bundle. @returns {Component} */
export function npmComponent(/** @type {string} */ name) {
  const folder = inRoot('node_modules', name);
  const { version, license } = JSON.parse(read(folder, 'package.json'));
  const locked = JSON.parse(read(inRoot('package-lock.json'))).packages[`node_modules/${name}`];
  if (locked?.version !== version) throw new Error(`${name} ${version} is not the locked one`);
  const text = ['LICENSE.md', 'LICENSE', 'LICENSE.txt', 'license']
    .map((file) => tryRead(folder, file))
    .find(Boolean);
  if (!text) throw new Error(`${name} has no licence file`);
  return { name, version, licence: license, origin: `The npm package ${name}.`, text };
}

function freertos() {
  const kernel = read(cSources.freertos, 'tasks.c');
  return {
    name: 'FreeRTOS-Kernel',
    version: /FreeRTOS Kernel V(\S+)/.exec(kernel)?.[1] ?? 'unknown',
    licence: 'MIT',
    origin: `Unchanged from the crate ${crate('freertos-next-0.12.0')}.`,
    text: `${/Copyright \(C\).*/.exec(kernel)?.[0]}\n\n${read(cSources.freertos, 'LICENSE.md')}`,
  };
}

function segger(/** @type {string} */ name, /** @type {string} */ file) {
  const text = seggerHeader(read(cSources.segger, 'SEGGER', file));
  return {
    name,
    version: /SystemView version: (\S+)/.exec(text)?.[1] ?? 'unknown',
    licence: 'LicenseRef-SEGGER (BSD-like, one clause)',
    origin: `Unchanged from the crate ${crate('systemview-target-0.3.0')}.`,
    text,
  };
}

/** Extracts the text from the frame of asterisks at the top of SEGGER's sources. */
export function seggerHeader(/** @type {string} */ source) {
  const [frame = ''] = source.split('END-OF-HEADER');
  const lines = frame.split('\n').flatMap((line) => /^\*(?!\*)(.*?)\s*\*?$/.exec(line)?.[1] ?? []);
  const unindented = lines.map((line) => line.replace(/^ /, ''));
  return unindented
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const crate = (/** @type {string} */ folder, project = 'c-sources') => {
  const lock = read(inRoot('third-party', project, 'Cargo.lock'));
  return `${folder} (SHA-256 ${findLockedChecksum(lock, folder)})`;
};

/** Members of newlib's libc whose notices are in the text below. */
export const coveredByNewlibNotice = ['memcpy', 'memcpy-stub', 'memset', 'strlen', 'strlen-stub'];

/** @type {Component} */
const newlib = {
  name: 'newlib',
  version: 'as installed with the compiler',
  licence: 'BSD-3-Clause',
  origin: `Of the compiler's C library the images may hold: ${coveredByNewlibNotice.join(', ')}.`,
  text: read(inRoot('third-party', 'notices', 'newlib.txt')),
};

/** @type {Component} */
const libgcc = {
  name: 'libgcc',
  version: 'as installed with the compiler',
  licence: 'GPL-3.0-or-later WITH GCC-exception-3.1',
  origin: "The compiler's run-time routines, such as 64-bit division.",
  text: 'The GCC Runtime Library Exception allows compiled programs to hold these routines under\nterms of their own.',
};

/** @type {Component} */
const glibcStartFiles = {
  name: 'glibc start files',
  version: 'as installed with the compiler',
  licence: 'LGPL-2.1-or-later WITH LicenseRef-glibc-linking-exception',
  origin: 'What starts a program of Linux before main: crt1.o, crti.o and crtn.o.',
  text: 'The permission that the authors of these files give besides the LGPL allows programs that are\nlinked with them to be distributed without any restriction. The C library itself is not in the\nimages: the agents for Linux take that of the system they run on.',
};

function tryRead(/** @type {string[]} */ ...parts) {
  try {
    return read(...parts);
  } catch {
    return undefined;
  }
}
