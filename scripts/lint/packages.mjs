/**
 * A package of the extension and its permitted imports.
 * @typedef {object} Package
 * @property {string} name
 * @property {string} about its purpose, in a few words
 * @property {readonly string[]} mayImport packages whose doors it may use
 * @property {boolean} isPure uses no Node modules, so it also runs in a webview
 */

/** @returns {Package} */
const pure = (
  /** @type {string} */ name,
  /** @type {string} */ about,
  /** @type {readonly string[]} */ ...mayImport
) => ({ name, about, mayImport, isPure: true });

/** @returns {Package} */
const onNode = (
  /** @type {string} */ name,
  /** @type {string} */ about,
  /** @type {readonly string[]} */ ...mayImport
) => ({ name, about, mayImport, isPure: false });

const FIGURES = ['base', 'systemview', 'agent', 'measure', 'runs', 'compare', 'profile', 'report'];
const REACHING = ['base', 'systemview', 'agent', 'rtt', 'gdb', 'host', 'chips', 'targets'];
/** Used by the editor and the command line alike. */
const SHARED = [
  ...FIGURES,
  'trace',
  'host',
  'chips',
  'targets',
  'projects',
  'toolchain',
  'engine',
  'history',
];

/**
 * The packages of the extension, lowest first: each may use only packages above it in this list, so
 * that imports never form a cycle. ARCHITECTURE.md lists them in the same order.
 * @type {readonly Package[]}
 */
export const packages = [
  pure('base', 'text, growing columns, failures, calls between threads'),
  pure('systemview', 'SEGGER SystemView: decoding, event store', 'base'),
  pure('agent', 'control lines, events and images of the agent', 'base', 'systemview'),
  pure('measure', 'distributions, statistics, numbers as text', 'base', 'agent'),
  pure('trace', 'timeline index, explanations of samples', ...FIGURES.slice(0, 4)),
  pure('runs', 'run records, sweeps, imports, published tables', ...FIGURES.slice(0, 4)),
  pure('compare', 'verdicts between runs', ...FIGURES.slice(0, 5)),
  pure('profile', 'where the instructions of an operation go', 'base', 'agent', 'measure'),
  pure('report', 'tables, Markdown, CSV, SVG', ...FIGURES.slice(0, 7)),
  onNode('rtt', "SEGGER RTT: an agent's lines and stream through a target's memory", 'base'),
  onNode('gdb', 'the GDB remote protocol', 'base', 'rtt'),
  onNode('host', 'this computer: programs, processes, locks, folders', 'base'),
  onNode('chips', 'Cortex-M parts, their RAM and what fits there', 'base'),
  onNode('targets', 'how each kind of target is reached', ...REACHING.slice(0, 7)),
  onNode('projects', "boards and builds in other people's projects", ...REACHING),
  onNode(
    'toolchain',
    'languages of benchmarks, compilers, recipes, images',
    ...REACHING,
    'projects',
  ),
  onNode(
    'engine',
    'a run from the request to the record',
    ...FIGURES,
    'trace',
    ...REACHING,
    'toolchain',
  ),
  onNode('history', 'an operation over commits', ...FIGURES, 'host', 'engine'),
  onNode(
    'tools',
    'tools for coding agents',
    ...FIGURES,
    'trace',
    'targets',
    'toolchain',
    'engine',
    'history',
  ),
  onNode(
    'workers',
    'threads: a run, a recording, sums over runs, this computer, tools',
    ...FIGURES,
    'trace',
    'host',
    'chips',
    'targets',
    'projects',
    'toolchain',
    'engine',
    'history',
    'tools',
  ),
  onNode('vscode', 'the editor: services, features and their pages', ...SHARED, 'tools', 'workers'),
  onNode('cli', 'the same engine from a terminal and from CI', ...SHARED, 'tools'),
];

/** Returns the package that contains a file of the checkout. */
export const findPackage = (/** @type {string} */ path) =>
  packages.find(({ name }) => path.startsWith(`extension/${name}/`));

/** Checks whether a file or an imported module is a test or exists only for tests, which the Testing view does not. */
export const isTest = (/** @type {string} */ path) =>
  /\.test\.tsx?$|\/testing(\/|(-(?!view$)\w+)?(\.tsx?)?$)/.test(path) || path.startsWith('test/');
