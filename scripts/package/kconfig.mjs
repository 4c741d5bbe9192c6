import { readDeclarations } from '../../extension/toolchain/declarations.mjs';

/** Settings of the families, shared by Zephyr and the MCUXpresso SDK. */
export const kconfigList = 'sdk-integration/Kconfig.families';

/** @typedef {import('../../extension/toolchain/declarations.mjs').Declaration} Declaration */

const HEAD = `# Families of benchmarks. Written by \`npm run sdk\` from target-agent/families/*/family.cmake.
# SPDX-License-Identifier: Apache-2.0

# Makes the largest families a choice to make, where a build leaves little room for code.
config CYCLESCOPE_LITTLE_ROOM
    bool
`;

/** A width that leaves room for the indentation of help texts. */
const WIDTH = 90;

const option = (/** @type {string} */ name) => name.toUpperCase().replaceAll('-', '_');

/** Breaks a text into lines of at most WIDTH characters. */
function wrapText(/** @type {string} */ text) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + word.length < WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function setting(/** @type {Declaration} */ { name, lists }) {
  const { ABOUT = [], HELP = [], NEEDS = [], LARGE } = lists;
  return [
    `config CYCLESCOPE_FAMILY_${option(name)}`,
    `    bool "${name}: ${ABOUT.join(' ')}"`,
    ...(LARGE ? ['    default n if CYCLESCOPE_LITTLE_ROOM'] : []),
    '    default y',
    ...NEEDS.map((need) => `    select CYCLESCOPE_NEEDS_${option(need)}`),
    '    help',
    ...wrapText(HELP.join(' ')).map((line) => `      ${line}`),
    '',
  ].join('\n');
}

/** Generates the file in sdk-integration/. */
export function kconfigText(/** @type {string} */ base) {
  const families = readDeclarations(base).families.filter(({ lists }) => !lists['ON_REQUEST']);
  const needs = [...new Set(families.flatMap(({ lists }) => lists['NEEDS'] ?? []))].sort();
  return [
    HEAD,
    ...needs.map((need) => `config CYCLESCOPE_NEEDS_${option(need)}\n    bool\n`),
    'menu "Families of benchmarks"\n',
    ...families.map(setting),
    'endmenu\n',
  ].join('\n');
}
