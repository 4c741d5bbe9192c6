import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { claimTarget, processMark, startGuardian, writeWhole } from '../../extension/host';

/*
 * The parts that processes on Windows play in tests. Each announces itself to the test by its role, and is connected to
 * it as long as it lives.
 */

const [port = '', role = '', ...args] = process.argv.slice(2);
const socket = connect(Number(port), '127.0.0.1');
const say = (line: string) => socket.write(`${line}\n`);
const lines = createInterface({ input: socket });

/** The number of times that a file is replaced, and the least number that it is read. */
const TIMES = 200;
/** Large enough that it is written in several pieces. */
const SIZE = 200_000;

const parts: Readonly<Record<string, () => Promise<void>>> = {
  /** Claims a target and keeps it. */
  holder: async () => {
    await claimTarget('board', args[0]).take();
    say(`${process.pid} ${processMark()}`);
  },
  /** Tries to claim a target, as often as it is asked to. */
  claimant: async () => {
    const claim = claimTarget('board', args[0]);
    const attempt = async () => {
      await claim.take();
      claim.release();
      return 'free';
    };
    lines.on('line', () => void attempt().then(say, (error: Error) => say(error.message)));
  },
  /** Leaves a lock of this process, as if an earlier one with the same id had left it. */
  recycled: async () => {
    writeFileSync(`${args[0]}\\board~${process.pid}~0123456789abcdef~1`, '');
    say('left');
  },
  /** Replaces a file again and again. */
  writer: async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const content = String(time % 10).repeat(SIZE);
      await writeWhole(args[0] ?? '', (unfinished) => writeFile(unfinished, content));
    }
    say('done');
  },
  /** Reads it meanwhile, until a stop is requested; it must always be whole. */
  reader: async () => {
    let isOver = false;
    lines.on('line', () => (isOver = true));
    let [reads, torn] = [0, 0];
    while (!isOver || reads < TIMES) {
      const content = await readFile(args[0] ?? '', 'utf8');
      if (content !== (content[0] ?? '').repeat(SIZE)) torn += 1;
      reads += 1;
    }
    say(`${torn} of them torn`);
  },
  /** Has a guardian run a child that has a child of its own. */
  parent: async () => {
    const [remove = '', orphan = ''] = args;
    const guardian = startGuardian({ remove: [remove], removeOrphans: [orphan] });
    const script = process.argv[1] ?? '';
    const child = await guardian.run(process.execPath, [script, port, 'child']);
    lines.on('line', (line) => {
      if (line === 'end') void guardian.end().then(() => say('ended'));
      if (line === 'kill the guardian') process.kill(guardian.pid ?? 0, 'SIGKILL');
    });
    void child.ended.then(({ code }) => say(`the child ended with ${code}`));
  },
  child: async () => {
    spawn(process.execPath, [process.argv[1] ?? '', port, 'grandchild'], { stdio: 'ignore' });
  },
  grandchild: async () => {},
  /** Reports its arguments, and ends with the requested exit code. */
  program: async () => {
    say(JSON.stringify(args));
    lines.on('line', (line) => process.exit(Number(line)));
  },
  /** Has a guardian run a program to its end. */
  runner: async () => {
    const guardian = startGuardian({ remove: [] });
    const child = await guardian.run(args[0] ?? '', args.slice(1));
    const { code } = await child.ended;
    await guardian.end();
    say(`${code}`);
  },
};

say(role);
void parts[role]?.().catch((error: Error) => say(`failed: ${error.stack}`));
