'use strict';

/*
 * Runs one child in a process group of its own and ends the whole group when stdin closes, which
 * also happens when the process at the other end was killed. Plain JavaScript, so that it starts
 * from the sources as well as from beside a bundle.
 *
 * Windows has no process groups. There the child's descendants are found by their parents, and the system itself ends
 * the child when the guardian is killed.
 *
 * Lines in:  {"remove":[paths],"removeOrphans":[paths],"renameOrphan":[from,to]}  {"run":{"command","args","windowsVerbatimArguments","env","cwd","piped"}}
 *            {"giveBack":{"origin","calls":[{"headers","body"}]}}  {"end":true}
 * Lines out: {"started":pid}  {"failed":code}  {"ended":{"code","signal","stderr"}}
 */
const { spawn, spawnSync } = require('node:child_process');
const { closeSync, renameSync, rmSync } = require('node:fs');
const { createInterface } = require('node:readline');
const { setTimeout: sleep } = require('node:timers/promises');
const { isGroupAlive } = require('./group.cjs');

const TERM_GRACE_MS = 1000;
// Killed processes disappear at once.
const KILL_GRACE_MS = 300;
// A grandchild may hold stderr open for ever.
const STDERR_GRACE_MS = 100;
// A killed child ends as soon as the computer gets round to it, which may take long on a busy one.
const END_MS = 30_000;
// A service may wait for others before it has taken back what it gave.
const GIVE_BACK_MS = 30_000;
const STDERR_KEPT = 4096;
const isWindows = process.platform === 'win32';
// The descriptors that the other end passed for a piped child's stdin, stdout and stderr.
const CHANNELS = [3, 4, 5];

const paths = { remove: [], removeOrphans: [], renameOrphan: undefined };
let giveBack;
let child;
let reported;
let finishing = false;

function say(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function run({ command, args, windowsVerbatimArguments, env: own, cwd, piped }) {
  const env = { ...process.env, ...own };
  delete env.ELECTRON_RUN_AS_NODE;
  const stdio = piped ? CHANNELS : ['ignore', 'ignore', 'pipe'];
  try {
    child = spawn(command, args, {
      // On Windows a detached child would outlive its guardian.
      detached: !isWindows,
      windowsHide: true,
      windowsVerbatimArguments,
      env,
      cwd,
      stdio,
    });
  } catch (error) {
    // Some failures, a program for another processor among them, are thrown instead of reported.
    say({ failed: error.code ?? error.message });
    return;
  }
  // Held here, they would keep either side from seeing the other's end.
  if (piped) CHANNELS.forEach((channel) => closeSync(channel));
  let stderr = '';
  child.stderr?.on('data', (text) => {
    stderr = (stderr + text).slice(-STDERR_KEPT);
  });
  child.once('spawn', () => say({ started: child.pid }));
  child.once('error', (error) => say({ failed: error.code ?? error.message }));
  const stderrClosed = new Promise((resolve) => {
    if (child.stderr === null) resolve();
    else child.stderr.once('close', resolve);
  });
  reported = new Promise((resolve) => {
    child.once('error', resolve);
    child.once('exit', async (code, signal) => {
      await Promise.race([stderrClosed, sleep(STDERR_GRACE_MS)]);
      say({ ended: { code, signal, stderr } });
      resolve();
    });
  });
}

function signalGroup(signal) {
  if (child?.pid === undefined) return false;
  try {
    return isWindows ? endTree() : process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}

function isAlive() {
  if (child?.pid === undefined) return false;
  if (isWindows) return child.kill(0);
  return isGroupAlive(child.pid, child.exitCode === null && child.signalCode === null);
}

/** Ends the child with its descendants, all at once: once it is gone, they cannot be found. */
function endTree() {
  if (child.exitCode !== null) return false;
  const args = ['/pid', `${child.pid}`, '/t', '/f'];
  const { status } = spawnSync('taskkill', args, { stdio: 'ignore', windowsHide: true });
  return status === 0 || child.kill('SIGKILL');
}

async function groupGone(milliseconds) {
  const deadline = Date.now() + milliseconds;
  while (isAlive()) {
    if (Date.now() > deadline) return false;
    await sleep(5);
  }
  return true;
}

/** Gives back what services keep for a parent that is gone. */
async function makeCalls({ origin, calls }) {
  // Only here: loading it takes a tenth of a guardian's start.
  const { connect } = require('node:http2');
  const session = connect(origin);
  session.on('error', () => undefined);
  for (const { headers, body } of calls) {
    if (session.destroyed) return;
    const stream = session.request(headers);
    const closed = new Promise((resolve) => stream.on('error', resolve).on('close', resolve));
    stream.resume().end(Buffer.from(body, 'base64'));
    await closed;
  }
  session.destroy();
}

async function finish(doomed, given) {
  if (finishing) return;
  finishing = true;
  const returned = given && Promise.race([makeCalls(given), sleep(GIVE_BACK_MS)]);
  signalGroup('SIGTERM');
  if (!(await groupGone(TERM_GRACE_MS))) {
    // The child alone at first: what it started may have to put something back when it is gone.
    child.kill('SIGKILL');
    if (!(await groupGone(TERM_GRACE_MS))) {
      signalGroup('SIGKILL');
      await groupGone(KILL_GRACE_MS);
    }
  }
  await Promise.race([reported, sleep(END_MS)]);
  await returned;
  for (const path of doomed) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  process.exit(0);
}

function giveUp() {
  if (finishing || paths.renameOrphan === undefined) return;
  try {
    renameSync(...paths.renameOrphan);
  } catch {
    // Its name changes only here, so it is gone already or cannot be renamed.
  }
}

function finishAlone() {
  giveUp();
  void finish([...paths.remove, ...paths.removeOrphans], giveBack);
}

function obey(message) {
  if (message.remove !== undefined) Object.assign(paths, message);
  if (message.giveBack !== undefined) ({ giveBack } = message);
  if (message.run !== undefined && !finishing) run(message.run);
  if (message.end === true) void finish(paths.remove);
}

// Writing to a parent that is gone must not end the guardian before its work is done.
process.stdout.on('error', () => undefined);
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
process.on('SIGTERM', finishAlone);
createInterface({ input: process.stdin })
  .on('line', (line) => obey(JSON.parse(line)))
  .on('error', finishAlone)
  .on('close', finishAlone);
