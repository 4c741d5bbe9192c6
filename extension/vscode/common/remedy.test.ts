import { describe, expect, it } from 'vitest';
import { english } from '../features/testing-view/testing/examples';
import { commands } from '../names/ids';
import { gapOf } from '../services/runner/gap';
import { failureText, INCOMPLETE_BOARD, remedyOf, UNTRUSTED } from './remedy';

describe('remedy', () => {
  const place = { home: 'storage', target: 'board' };
  const machine = { home: 'storage', target: 'ssh://pi' };
  const board = { home: 'storage', target: 'launch:Debug' };
  const commandFor = (code: string | undefined) =>
    remedyOf({ code, message: '' }, place, english).command;

  describe('what helps against a failure', () => {
    it('is building where the image is the trouble, of the very target', () => {
      expect(remedyOf({ code: 'no-image', message: '' }, place, english)).toEqual({
        title: 'Build the Image',
        command: commands.buildImage,
        arguments: [place],
      });
      expect(commandFor('bad-image')).toBe(commands.buildImage);
      expect(remedyOf({ code: 'no-image', message: '' }, machine, english).title).toBe(
        'Build the Image',
      );
    });

    it('is another agent on a board, whose image nobody builds here', () => {
      expect(remedyOf({ code: 'bad-image', message: '' }, board, english)).toEqual({
        title: 'Choose the Agent',
        command: commands.chooseAgent,
        arguments: [board],
      });
    });

    it('goes by the code, and is the log where nothing better is known', () => {
      expect(commandFor('missing-program')).toBe(commands.checkComputer);
      expect(commandFor('build-failed')).toBe('workbench.actions.view.problems');
      expect(commandFor(INCOMPLETE_BOARD)).toBe(commands.completeBoard);
      expect(commandFor('bad-value')).toBe(commands.openSettings);
      expect(commandFor(UNTRUSTED)).toBe('workbench.trust.manage');
      expect(commandFor('agent-silent')).toBe(commands.showLog);
      expect(commandFor(undefined)).toBe(commands.showLog);
    });
  });

  it('a failure reads as its message and its hint', () => {
    expect(failureText({ message: 'It failed.', hint: 'Try again.' })).toBe(
      'It failed. Try again.',
    );
    expect(failureText({ message: 'It failed.' })).toBe('It failed.');
    expect(failureText({ message: 'It is in use', hint: 'Wait.' })).toBe('It is in use. Wait.');
  });
});

describe('gap', () => {
  it('the first gap of a board is why it cannot be measured on', () => {
    const rest = { id: 'launch:a', title: 'a', source: 'launch.json', namesPrograms: false };
    const gaps = [
      { what: '${input:x} asks for a value each time', remedy: 'Write the answer there.' },
      { what: 'no device', remedy: 'Name it.' },
    ];
    expect(gapOf({ id: 'launch:a', board: { ...rest, gaps } })).toEqual({
      code: INCOMPLETE_BOARD,
      message: 'launch:a cannot be used: ${input:x} asks for a value each time',
      hint: 'Write the answer there.',
    });
    expect(gapOf({ id: 'launch:a', board: { ...rest, gaps: [] } })).toBeUndefined();
    expect(gapOf({ id: 'local-linux' })).toBeUndefined();
  });
});
