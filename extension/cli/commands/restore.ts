import { resolve } from 'node:path';
import { onceFree } from '../../engine';
import { formatNumber, formatRate } from '../../measure';
import { type Backup, formatRegion, readBackup, restoreBoard, withRate } from '../../targets';
import { parseCountOption, getRequiredValue, usage } from '../args';
import { type Command, exitCodes, printJson } from '../command';
import { resolveTargetOption, targetOption } from '../target';
import { waitOption } from '../request';

const spec = {
  name: 'restore',
  about: "restore a board's flash from a backup that was made before an agent overwrote it",
  details:
    'Only blocks that differ are written. All blocks are verified, and the board is reset at the end.',
  options: {
    target: targetOption,
    backup: { value: 'DIR', about: 'the folder that run --backup made', required: true },
    wait: waitOption,
  },
} as const;

interface Extent {
  readonly bytes: number;
  readonly ranges: readonly string[];
}

function computeExtent({ blocks }: Backup): Extent {
  return {
    bytes: blocks.reduce((sum, { data }) => sum + data.length, 0),
    ranges: blocks.map(({ address, data }) =>
      formatRegion({ start: address, end: address + data.length }),
    ),
  };
}

function announcement({ folder, made, board, core }: Backup, { bytes, ranges }: Extent): string {
  const when = made.toISOString().slice(0, 16).replace('T', ' ');
  const what = `${formatNumber(bytes)} bytes at ${ranges.join(', ')}`;
  return `Restoring ${what}, saved on ${when} UTC from ${board} (${core}) in ${folder}`;
}

/** `cyclescope restore` */
export const restoreCommand: Command = {
  spec,
  run: async (args, context) => {
    const { cwd, signal, terminal } = context;
    const { id, board } = await resolveTargetOption(args, context);
    if (board === undefined) throw usage(`${id} has no flash to restore.`);
    const backup = readBackup(resolve(cwd, getRequiredValue(args, 'backup')));
    const extent = computeExtent(backup);
    terminal.report(announcement(backup, extent));
    const onProgress = withRate((done, total, rate) => {
      const speed = rate === undefined ? '' : `, ${formatRate(rate)}`;
      const text = `Restoring: ${formatNumber(done)} of ${formatNumber(total)} bytes${speed}`;
      terminal.progress(text, done === total);
    });
    const log = { info: terminal.report, debug: () => undefined };
    const written = await onceFree(() => restoreBoard(board, backup, { signal, log, onProgress }), {
      waitSeconds: parseCountOption(args, 'wait', 1),
      signal,
      onMessage: terminal.report,
    });
    if (args.flags.has('json')) {
      const { folder, core, made } = backup;
      const restored = { board: id, core, folder, made, ...extent, written };
      await printJson(context, { restored });
    } else {
      await terminal.out(
        written === 0
          ? `The flash of ${id} already matches the backup: nothing was written.\n`
          : `${formatNumber(written)} bytes were written and verified: the flash of ${id} matches the backup again.\n`,
      );
    }
    return exitCodes.ok;
  },
};
