/**
 * Requirements of each layer of the set-up. A new layer is a new entry here; a new local step is a
 * new entry in steps.mjs.
 *
 * @typedef {object} Requirement
 * @property {string} name shown when it is missing
 * @property {string} program found on PATH
 * @property {readonly string[]} [probe] arguments after which the program prints an existing path
 * @property {readonly [major: number, minor: number]} [atLeast] by the program's `--version`
 * @property {NodeJS.Platform} [only] the one system that needs it
 * @property {string} [apt] Debian package; without one the remedy is for every system
 * @property {string} [brew] Homebrew package
 * @property {string} [remedy] the command for systems without a package
 *
 * @typedef {object} Layer
 * @property {string} about
 * @property {readonly Requirement[]} needs
 * @property {readonly import('./steps.mjs').StepName[]} steps local steps, inside the checkout
 * @property {readonly string[]} inputs files of the checkout whose change makes the layer stale
 * @property {{ downloadMB: number, diskMB: number }} estimate of all its packages, from Debian 12
 * @property {boolean} [onDemand] set up only when it is named
 */

const nodeSite = 'install Node.js 20 or newer with its npm: https://nodejs.org/en/download';

/** @type {readonly Requirement[]} */
const hostCompiler = [
  { name: 'gcc', program: 'gcc', apt: 'gcc', remedy: 'xcode-select --install' },
  {
    name: 'C library headers',
    program: 'gcc',
    probe: ['-print-file-name=crt1.o'],
    only: 'linux',
    apt: 'libc6-dev',
  },
];

/** A compiler for Linux on another processor, with its C library. @returns {readonly Requirement[]} */
const crossCompiler = (/** @type {string} */ triplet, /** @type {string} */ architecture) => [
  { name: `${triplet}-gcc`, program: `${triplet}-gcc`, only: 'linux', apt: `gcc-${triplet}` },
  {
    name: `C library for ${architecture}`,
    program: `${triplet}-gcc`,
    probe: ['-print-file-name=libc.a'],
    only: 'linux',
    apt: `libc6-dev-${architecture}-cross`,
  },
];

/** On Debian a browser without windows, which needs less processor time. @type {readonly Requirement[]} */
const browser = [
  {
    name: 'chromium-headless-shell',
    program: 'chromium-headless-shell',
    only: 'linux',
    apt: 'chromium-headless-shell',
  },
  { name: 'chromium', program: 'chromium', only: 'darwin', brew: '--cask chromium' },
  {
    name: 'a font for screenshots',
    program: 'sh',
    probe: ['-c', 'ls -d /usr/share/fonts/truetype/dejavu'],
    only: 'linux',
    apt: 'fonts-dejavu-core',
  },
];

/** @type {Requirement} */
const cargo = {
  name: 'cargo (1.85 or newer)',
  program: 'cargo',
  atLeast: [1, 85],
  remedy: "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh",
};

/** @type {Requirement} */
const python = { name: 'python3', program: 'python3', apt: 'python3', brew: 'python3' };

/** @type {Requirement} */
const venv = {
  name: 'venv for python3',
  program: 'python3',
  probe: ['-c', 'import ensurepip; print(ensurepip.__file__)'],
  apt: 'python3-venv',
  brew: 'python3',
};

/** @type {Requirement} */
const make = { name: 'make', program: 'make', apt: 'make', remedy: 'xcode-select --install' };

/** CMake, with the tool that it drives in tests. @type {readonly Requirement[]} */
const cmake = [
  {
    name: 'cmake (3.20 or newer)',
    program: 'cmake',
    atLeast: [3, 20],
    apt: 'cmake',
    brew: 'cmake',
  },
  { name: 'ninja', program: 'ninja', apt: 'ninja-build', brew: 'ninja' },
];

/** Compilers for the native modules of an editor. @type {readonly Requirement[]} */
const moduleCompiler = [
  { name: 'g++', program: 'g++', apt: 'g++', remedy: 'xcode-select --install' },
  make,
  python,
];

/**
 * @type {Readonly<Record<'unit' | 'agent' | 'crypto' | 'qemu' | 'linux' | 'cmake' | 'ssh' | 'imx6ul'
 *   | 'swd' | 'labgrid' | 'mcp' | 'traces' | 'windows' | 'editor' | 'newest' | 'theia', Layer>>}
 */
export const layers = {
  unit: {
    about: 'npm packages: compiler, bundler, linter, test runner',
    needs: [{ name: 'npm', program: 'npm', remedy: nodeSite }],
    steps: ['npm'],
    inputs: ['package-lock.json'],
    estimate: { downloadMB: 0, diskMB: 0 },
  },
  agent: {
    about: 'C sources of FreeRTOS and SystemView, cross and host compiler, CMake',
    needs: [
      cargo,
      {
        name: 'arm-none-eabi-gcc',
        program: 'arm-none-eabi-gcc',
        apt: 'gcc-arm-none-eabi',
        brew: '--cask gcc-arm-embedded',
      },
      {
        name: 'newlib for arm-none-eabi',
        program: 'arm-none-eabi-gcc',
        probe: ['-print-file-name=libc.a'],
        apt: 'libnewlib-arm-none-eabi',
        brew: '--cask gcc-arm-embedded',
      },
      ...hostCompiler,
      ...cmake,
    ],
    steps: ['cargo'],
    inputs: ['third-party/c-sources/Cargo.lock', 'third-party/c-sources/files.txt'],
    estimate: { downloadMB: 110, diskMB: 889 },
  },
  crypto: {
    about:
      'wolfCrypt for the tests of its benchmarks, under the GPL or a commercial licence, not part of any package (about 33 MB from the Rust registry, 5 MB on disk)',
    needs: [cargo],
    steps: ['wolfcrypt'],
    inputs: ['third-party/wolfcrypt/Cargo.lock', 'third-party/wolfcrypt/files.txt'],
    estimate: { downloadMB: 0, diskMB: 0 },
    onDemand: true,
  },
  qemu: {
    about: 'emulator and debugger',
    needs: [
      { name: 'qemu-system-arm', program: 'qemu-system-arm', apt: 'qemu-system-arm', brew: 'qemu' },
      { name: 'gdb-multiarch', program: 'gdb-multiarch', only: 'linux', apt: 'gdb-multiarch' },
    ],
    steps: [],
    inputs: [],
    estimate: { downloadMB: 21, diskMB: 100 },
  },
  linux: {
    about: 'compilers for Linux agents',
    needs: [
      ...hostCompiler,
      ...crossCompiler('arm-linux-gnueabihf', 'armhf'),
      ...crossCompiler('aarch64-linux-gnu', 'arm64'),
    ],
    steps: [],
    inputs: [],
    estimate: { downloadMB: 74, diskMB: 268 },
  },
  cmake: {
    about: 'CMake, Ninja and make, for the agent in other builds',
    needs: [...cmake, make],
    steps: [],
    inputs: [],
    estimate: { downloadMB: 12, diskMB: 45 },
  },
  ssh: {
    about:
      'SSH client, a server for the tests of ssh targets, and perf, which samples Linux programs',
    needs: [
      { name: 'ssh', program: 'ssh', only: 'linux', apt: 'openssh-client' },
      {
        name: 'sshd',
        program: 'sh',
        // Its folder is not on every user's PATH.
        probe: ['-c', 'PATH="$PATH:/usr/sbin" command -v sshd'],
        only: 'linux',
        apt: 'openssh-server',
      },
      { name: 'perf', program: 'perf', only: 'linux', apt: 'linux-perf' },
    ],
    steps: [],
    inputs: [],
    estimate: { downloadMB: 2, diskMB: 8 },
  },
  imx6ul: {
    about: "Debian's armhf kernel for the emulated Linux board, 43 MB and a list of 9 MB",
    needs: [
      { name: 'qemu-system-arm', program: 'qemu-system-arm', apt: 'qemu-system-arm', brew: 'qemu' },
      {
        name: 'apt-get, which fetches the kernel',
        program: 'apt-get',
        remedy: 'run the tests of the Linux board on Debian',
      },
    ],
    steps: ['kernel'],
    inputs: [],
    estimate: { downloadMB: 21, diskMB: 100 },
  },
  swd: {
    about: 'OpenOCD, and pyOCD for the tests (about 22 MB from PyPI, 95 MB on disk)',
    needs: [
      { name: 'openocd', program: 'openocd', apt: 'openocd', brew: 'open-ocd' },
      { name: 'socat', program: 'socat', apt: 'socat', brew: 'socat' },
      python,
      venv,
    ],
    steps: ['pyocd'],
    inputs: ['third-party/pyocd/requirements.txt'],
    estimate: { downloadMB: 15, diskMB: 48 },
  },
  labgrid: {
    about: 'labgrid for tests of shared boards, in test:all (about 12 MB from PyPI, 77 MB on disk)',
    needs: [python, venv],
    steps: ['labgrid'],
    inputs: ['third-party/labgrid/requirements.txt'],
    estimate: { downloadMB: 13, diskMB: 66 },
    onDemand: true,
  },
  mcp: {
    about:
      'official clients of the Model Context Protocol, in test:all (about 15 MB from npm and PyPI, 90 MB on disk)',
    needs: [{ name: 'npm', program: 'npm', remedy: nodeSite }, python, venv],
    steps: ['mcp', 'mcpPython'],
    inputs: ['third-party/mcp/package-lock.json', 'third-party/mcp/requirements.txt'],
    estimate: { downloadMB: 13, diskMB: 66 },
    onDemand: true,
  },
  traces: {
    about: 'babeltrace2, which the tests read exported traces with',
    needs: [
      { name: 'babeltrace2', program: 'babeltrace2', apt: 'babeltrace2', brew: 'babeltrace' },
    ],
    steps: [],
    inputs: [],
    estimate: { downloadMB: 1, diskMB: 3 },
  },
  windows: {
    about:
      'Wine with Node.js and Git for Windows for tests of the command line, in test:all (about 195 MB from npm, 1.2 GB on disk)',
    needs: [
      { name: 'npm', program: 'npm', remedy: nodeSite },
      { name: 'wine', program: 'wine', apt: 'wine', remedy: 'run the tests of Windows on Debian' },
    ],
    steps: ['nodeForWindows'],
    inputs: ['third-party/node-windows/package-lock.json'],
    estimate: { downloadMB: 103, diskMB: 690 },
    onDemand: true,
  },
  editor: {
    about: 'Visual Studio Code as a server (about 60 MB from npm, 320 MB on disk), and a browser',
    needs: [
      { name: 'npm', program: 'npm', remedy: nodeSite },
      { name: 'ripgrep', program: 'rg', apt: 'ripgrep', brew: 'ripgrep' },
      ...browser,
      ...moduleCompiler,
    ],
    steps: ['npm', 'codeServer'],
    inputs: ['package-lock.json', 'third-party/code-server/package-lock.json'],
    estimate: { downloadMB: 145, diskMB: 555 },
  },
  newest: {
    about: 'the newest Visual Studio Code with its Node (about 200 MB from npm, 800 MB on disk)',
    needs: [{ name: 'npm', program: 'npm', remedy: nodeSite }, ...browser, ...moduleCompiler],
    steps: ['npm', 'newestCodeServer'],
    inputs: ['package-lock.json', 'third-party/code-server-newest/package-lock.json'],
    estimate: { downloadMB: 145, diskMB: 555 },
    onDemand: true,
  },
  theia: {
    about: 'Eclipse Theia (about 120 MB from npm, 700 MB on disk)',
    needs: [{ name: 'npm', program: 'npm', remedy: nodeSite }, ...browser, ...moduleCompiler],
    steps: ['npm', 'theia'],
    inputs: ['package-lock.json', 'third-party/theia/package-lock.json'],
    estimate: { downloadMB: 145, diskMB: 555 },
    onDemand: true,
  },
};

/** @typedef {keyof typeof layers} LayerName */

/** All layers, in the order of set-up. */
export const layerNames = /** @type {LayerName[]} */ (Object.keys(layers));

/** Layers that are set up if none is named. */
export const usualLayers = layerNames.filter((name) => !layers[name].onDemand);
