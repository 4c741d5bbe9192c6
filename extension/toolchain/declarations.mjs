/**
 * Reads what the agent is made of: the declarations in family.cmake, port.cmake and so on, of which
 * target-agent/declarations.cmake gives the form. In them are names, texts in quotes and comments; anything else
 * is an error that names the file.
 *
 *     const { families } = readDeclarations(root);
 *     families[0].lists['SOURCES'];    // ['target-agent/families/heap/heap.c']
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Declaration
 * @property {string} name
 * @property {string} folder relative to the package
 * @property {Readonly<Record<string, readonly string[]>>} lists by key; sources with their folder
 *
 * @typedef {object} Declarations
 * @property {readonly Declaration[]} families in the order of the catalogue
 * @property {Readonly<Record<string, Declaration>>} ports
 * @property {Readonly<Record<string, Declaration>>} parts
 * @property {Readonly<Record<string, Declaration>>} clocks
 * @property {Readonly<Record<string, Declaration>>} boards
 */

const AGENT = 'target-agent';

/** Comments, the begin and end of a call, texts and words. */
const TOKEN = /#[^\n]*|\s+|(\w+)\(|(\))|"([^"\\$;]*)"|([^\s"#()$;]+)/y;
const KEY = /^[A-Z][A-Z0-9_]*$/;

/**
 * Reads the one call in a file.
 * @returns {Declaration}
 */
export function parseDeclaration(
  /** @type {string} */ text,
  /** @type {string} */ kind,
  /** @type {string} */ folder,
) {
  const fail = (/** @type {string} */ why) => new Error(`${folder}/${kind}.cmake: ${why}`);
  /** @type {string[]} */
  const values = [];
  /** @type {Record<string, string[]>} */
  const lists = {};
  let list = values;
  let isOpen = false;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const [whole, call, end, quoted, word] = TOKEN.exec(text) ?? [];
    if (whole === undefined) throw fail(`cannot read "${text.slice(at).split('\n', 1)[0]}"`);
    const value = quoted ?? word;
    if (call !== undefined) {
      if (call !== `cyclescope_${kind}` || isOpen)
        throw fail(`${call} is not a declaration of a ${kind}`);
      isOpen = true;
    } else if (end !== undefined) isOpen = false;
    else if (value !== undefined && !isOpen) throw fail(`"${value}" is outside the declaration`);
    else if (word !== undefined && KEY.test(word)) list = lists[word] = [];
    else if (value !== undefined) list.push(value.endsWith('.c') ? `${folder}/${value}` : value);
  }
  const [name, ...others] = values;
  if (isOpen || name === undefined || others.length > 0) throw fail('no name, or no end');
  return { name, folder, lists };
}

/** @returns {readonly Declaration[]} */
function below(
  /** @type {string} */ root,
  /** @type {string} */ folder,
  /** @type {string} */ kind,
) {
  const names = readdirSync(join(root, folder)).sort();
  return names.flatMap((name) => {
    const text = readText(join(root, folder, name, `${kind}.cmake`));
    return text === undefined ? [] : [parseDeclaration(text, kind, `${folder}/${name}`)];
  });
}

function readText(/** @type {string} */ path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const byName = (/** @type {readonly Declaration[]} */ declarations) =>
  Object.fromEntries(declarations.map((each) => [each.name, each]));

const readPlace = (/** @type {Declaration} */ { lists }) => Number(lists['PLACE']?.[0]);

/**
 * Reads all declarations of a package or a checkout.
 * @returns {Declarations}
 */
export function readDeclarations(/** @type {string} */ root) {
  const listNamed = (/** @type {string} */ folder, /** @type {string} */ kind) =>
    byName(below(root, `${AGENT}/${folder}`, kind));
  return {
    families: [...below(root, `${AGENT}/families`, 'family')].sort(
      (a, b) => readPlace(a) - readPlace(b),
    ),
    ports: listNamed('ports', 'port'),
    parts: byName([...below(root, AGENT, 'part'), ...below(root, `${AGENT}/parts`, 'part')]),
    clocks: listNamed('clocks', 'clock'),
    boards: listNamed('boards', 'board'),
  };
}
