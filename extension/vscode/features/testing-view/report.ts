import * as vscode from 'vscode';
import type { Failure } from '../../../base';
import { visibleLine } from '../../../base';
import { type FailureOrigin, failureText, chooseRemedy } from '../../common';
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
  origin: FailureOrigin,
): vscode.TestMessage {
  if (difference) {
    const { expected, actual } = difference;
    const diff = vscode.TestMessage.diff(visibleLine(message), expected, actual);
    diff.contextValue = testMessages.gate;
    return locateMessage(diff, item);
  }
  if (failure) return buildTrouble(item, failure, origin);
  const trouble = new vscode.TestMessage(visibleLines(message).join('\n'));
  trouble.contextValue = testMessages.trouble;
  return locateMessage(trouble, item);
}

function buildTrouble(
  item: vscode.TestItem,
  failure: Failure,
  origin: FailureOrigin,
): vscode.TestMessage {
  const remedy = chooseRemedy(failure, origin, vscode.l10n.t);
  const trouble = new vscode.TestMessage(appendRemedy(failureText(failure), remedy));
  trouble.contextValue = testMessages.trouble;
  return locateMessage(trouble, item);
}

/** Reports that an item could not be measured at all, with a remedy. */
export function reportTrouble(
  run: vscode.TestRun,
  item: vscode.TestItem,
  failure: Failure,
  origin: FailureOrigin,
): void {
  run.errored(item, buildTrouble(item, failure, origin));
}

function locateMessage(message: vscode.TestMessage, item: vscode.TestItem): vscode.TestMessage {
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
  { failure, origin }: { readonly failure: Failure | undefined; readonly origin: FailureOrigin },
): void {
  appendLines(run, result.lines, item);
  switch (result.state) {
    case 'passed':
      return run.passed(item);
    case 'skipped':
      return run.skipped(item);
    case 'failed':
      return run.failed(item, buildMessage(item, result, failure, origin));
    case 'errored':
      return run.errored(item, buildMessage(item, result, failure, origin));
  }
}
