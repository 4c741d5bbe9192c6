import { describe, expect, it } from 'vitest';
import { commands } from '../ids';
import { english } from '../test-explorer/testing/examples';
import { failureText, remedyOf, UNTRUSTED } from './remedy';

const place = { home: 'storage', target: 'board' };
const commandFor = (code: string | undefined) =>
  remedyOf({ code, message: '' }, place, english).command;

describe('what helps against a failure', () => {
  it('is building where the image is the trouble, of the very target', () => {
    expect(remedyOf({ code: 'no-image', message: '' }, place, english)).toEqual({
      ...{ title: 'Build the Image', command: commands.buildImage, arguments: [place] },
    });
    expect(commandFor('bad-image')).toBe(commands.buildImage);
  });

  it('goes by the code, and is the log where nothing better is known', () => {
    expect(commandFor('missing-program')).toBe(commands.checkComputer);
    expect(commandFor('build-failed')).toBe('workbench.actions.view.problems');
    expect(commandFor('bad-value')).toBe(commands.openSettings);
    expect(commandFor(UNTRUSTED)).toBe('workbench.trust.manage');
    expect(commandFor('agent-silent')).toBe(commands.showLog);
    expect(commandFor(undefined)).toBe(commands.showLog);
  });
});

it('a failure reads as its message and its hint', () => {
  expect(failureText({ message: 'It failed.', hint: 'Try again.' })).toBe('It failed. Try again.');
  expect(failureText({ message: 'It failed.' })).toBe('It failed.');
  expect(failureText({ message: 'It is in use', hint: 'Wait.' })).toBe('It is in use. Wait.');
});
