import { describe, expect, it } from 'vitest';
import { boardWith } from '../../targets/board/testing';
import { english } from '../features/testing-view/testing/examples';
import { commands } from '../names/ids';
import { findBoardGap, findProfileGap } from '../services/runner/gap';
import { CANNOT_PROFILE, failureText, INCOMPLETE_BOARD, chooseRemedy, UNTRUSTED } from './remedy';

describe('remedy', () => {
  const origin = { home: 'storage', target: 'board' };
  const machine = { home: 'storage', target: 'ssh://pi' };
  const board = { home: 'storage', target: 'launch:Debug' };
  const chooseCommand = (code: string | undefined) =>
    chooseRemedy({ code, message: '' }, origin, english).command;

  describe('the remedy for a failure', () => {
    it('is to build if the image is the cause, for that very target', () => {
      expect(chooseRemedy({ code: 'no-image', message: '' }, origin, english)).toEqual({
        title: 'Build the Image',
        command: commands.buildImage,
        arguments: [origin],
      });
      expect(chooseRemedy({ code: 'bad-image', message: '' }, origin, english)).toMatchObject({
        command: commands.buildImage,
        arguments: [{ ...origin, isAnew: true }],
      });
      expect(chooseRemedy({ code: 'no-image', message: '' }, machine, english).title).toBe(
        'Build the Image',
      );
    });

    it('is another agent on a board, whose image is not built here', () => {
      expect(chooseRemedy({ code: 'bad-image', message: '' }, board, english)).toEqual({
        title: 'Choose the Agent',
        command: commands.chooseAgent,
        arguments: [board],
      });
    });

    it.each([origin, board])('is to build again if an image is older than a failed build', (at) => {
      // On a board that runs a project's agent, this builds the project.
      expect(chooseRemedy({ code: 'old-image', message: '' }, at, english)).toEqual({
        title: 'Build the Image',
        command: commands.buildImage,
        arguments: [{ ...at, isAnew: true }],
      });
    });

    it('is another target if one cannot be profiled', () => {
      expect(chooseCommand(CANNOT_PROFILE)).toBe(commands.selectTarget);
    });

    it('is to wait if the target of a run is in use', () => {
      const busy = { code: 'busy', message: '' };
      expect(chooseRemedy(busy, { ...origin, run: 7 }, english)).toEqual({
        title: 'Wait and Run',
        command: commands.runAsAgreed,
        arguments: [7],
      });
      expect(chooseCommand('busy')).toBe(commands.showLog);
      const halted = { code: 'halt-not-allowed', message: '' };
      expect(chooseRemedy(halted, { ...origin, run: 7 }, english)).toEqual({
        title: 'Stop the Core for Each Sample',
        command: commands.runAsAgreed,
        arguments: [7],
      });
      expect(chooseCommand('halt-not-allowed')).toBe(commands.showLog);
    });

    it('follows from the code, and is the log otherwise', () => {
      expect(chooseCommand('missing-program')).toBe(commands.checkComputer);
      expect(chooseCommand('build-failed')).toBe('workbench.actions.view.problems');
      expect(chooseCommand(INCOMPLETE_BOARD)).toBe(commands.completeBoard);
      expect(chooseCommand('bad-value')).toBe(commands.openSettings);
      expect(chooseCommand(UNTRUSTED)).toBe('workbench.trust.manage');
      expect(chooseCommand('agent-silent')).toBe(commands.showLog);
      expect(chooseCommand(undefined)).toBe(commands.showLog);
    });
  });

  it('a failure is shown as its message and its hint', () => {
    expect(failureText({ message: 'It failed.', hint: 'Try again.' })).toBe(
      'It failed. Try again.',
    );
    expect(failureText({ message: 'It failed.' })).toBe('It failed.');
    expect(failureText({ message: 'It is in use', hint: 'Wait.' })).toBe('It is in use. Wait.');
  });
});

describe('gap', () => {
  it("a board's first gap is the reason why it cannot measure", () => {
    const rest = { id: 'launch:a', title: 'a', source: 'launch.json', namesPrograms: false };
    const gaps = [
      { what: '${input:x} asks for a value each time', remedy: 'Write the answer there.' },
      { what: 'no device', remedy: 'Name it.' },
    ];
    expect(findBoardGap({ id: 'launch:a', board: { ...rest, gaps } })).toEqual({
      code: INCOMPLETE_BOARD,
      message: 'launch:a cannot be used: ${input:x} asks for a value each time',
      hint: 'Write the answer there.',
    });
    expect(findBoardGap({ id: 'launch:a', board: { ...rest, gaps: [] } })).toBeUndefined();
    expect(findBoardGap({ id: 'local-linux' })).toBeUndefined();
  });

  it('a target that neither records instructions nor samples has no profile, but advice', () => {
    expect(findProfileGap({ id: 'serial:a' }, english)).toEqual({
      code: CANNOT_PROFILE,
      message: 'serial:a cannot be profiled: its instructions cannot be recorded.',
      hint: 'Profile on an emulated target, such as qemu-freertos-m7.',
    });
    expect(findProfileGap({ id: 'local-linux', samplesStacks: true }, english)).toBeUndefined();
    const samplePcs = () => Promise.reject(new Error('not asked'));
    expect(findProfileGap({ id: 'board:a', samplePcs }, english)).toBeUndefined();
    const board = boardWith({ kind: 'jlink', device: 'X', args: [] } as never);
    expect(findProfileGap({ id: 'board:a', board }, english)).toEqual({
      code: CANNOT_PROFILE,
      message:
        'J-Link GDB server cannot sample firmware: none of its commands has been tried to read a register of a running core many times',
      hint: 'Use OpenOCD or pyOCD for this probe: both drive J-Link, ST-LINK and CMSIS-DAP probes.',
    });
    expect(
      findProfileGap({ id: 'emulated', recordsExecution: 'by plugin' }, english),
    ).toBeUndefined();
  });
});
