import * as vscode from 'vscode';
import type { Failure } from '../../../base';
import { visibleLine } from '../../../base';
import { type FailurePlace, failureText, chooseRemedy } from '../../common';
import { testMessages } from '../../names';
import { appendRemedy } from './linked-text';
import type { ItemResult } from './results';

/** An item's location in the source. */
export function getItemLocation({ uri, range }: vscode.TestItem): vscode.Location | undefined {
  return uri && range && new vscode.Location(uri, range);
}

const visibleLines = (text: string): readonly string[] => text.split(/\r?\n/).map(visibleLine);

/** Terminals show the output and need CR and LF; foreign control characters are made visible. */
export function appendLines(
  run: vscode.TestRun,
  lines: readonly string[],
  item?: vscode.TestItem,
): void {
  if (lines.length === 0) return;
  const text = lines.flatMap(visibleLines).map((line) => `${line}\r\n`);
  run.appendOutput(text.join(''), item && getItemLocation(item), item);
}

/** The message at a failed item; a failure of the run includes its remedy. */
function buildMessage(
  item: vscode.TestItem,
  { message = '', difference }: ItemResult,
  failure: Failure | undefined,
  place: FailurePlace,
): vscode.TestMessage {
  if (difference) {
    const { expected, actual } = difference;
    const diff = vscode.TestMessage.diff(visibleLine(message), expected, actual);
    diff.contextValue = testMessages.gate;
    return placeMessage(diff, item);
  }
  if (failure) return buildTrouble(item, failure, place);
  const trouble = new vscode.TestMessage(visibleLines(message).join('\n'));
  trouble.contextValue = testMessages.trouble;
  return placeMessage(trouble, item);
}

function buildTrouble(
  item: vscode.TestItem,
  failure: Failure,
  place: FailurePlace,
): vscode.TestMessage {
  const remedy = chooseRemedy(failure, place, vscode.l10n.t);
  const trouble = new vscode.TestMessage(appendRemedy(failureText(failure), remedy));
  trouble.contextValue = testMessages.trouble;
  return placeMessage(trouble, item);
}

/** Reports that an item could not be measured at all, with a remedy. */
export function reportTrouble(
  run: vscode.TestRun,
  item: vscode.TestItem,
  failure: Failure,
  place: FailurePlace,
): void {
  run.errored(item, buildTrouble(item, failure, place));
}

function placeMessage(message: vscode.TestMessage, item: vscode.TestItem): vscode.TestMessage {
  const location = getItemLocation(item);
  if (location) message.location = location;
  return message;
}

/**
 * Reports the outcome of one operation, without a duration: VS Code would print it right after the
 * figures, like another figure.
 */
export function reportResult(
  run: vscode.TestRun,
  item: vscode.TestItem,
  result: ItemResult,
  { failure, place }: { readonly failure: Failure | undefined; readonly place: FailurePlace },
): void {
  appendLines(run, result.lines, item);
  switch (result.state) {
    case 'passed':
      return run.passed(item);
    case 'skipped':
      return run.skipped(item);
    case 'failed':
      return run.failed(item, buildMessage(item, result, failure, place));
    case 'errored':
      return run.errored(item, buildMessage(item, result, failure, place));
  }
}
