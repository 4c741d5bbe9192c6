import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseDescription } from '../../extension/systemview/description';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The lines by which the agent describes its module's events, as the compiler joins them. */
function agentDescriptions(): string[] {
  const source = read('target-agent/core/events.c');
  const table = /cyclescope_event_descriptions\[\] = \{([^}]*)\}/.exec(source)?.[1] ?? '';
  const entries = table.replaceAll(/"\s*\n\s*"/g, '').matchAll(/"([^"]*)"/g);
  return [...entries].map(([, line = '']) => line);
}

const shape = (text: string) =>
  [...parseDescription(text).events].map(([number, { name, parameters }]) => ({
    number,
    name,
    parameters: parameters.map((parameter) => parameter.name),
  }));

test("the description file for SystemView matches the agent's own descriptions of its events", () => {
  const own = shape(agentDescriptions().join('\n'));
  expect(own).toHaveLength(9);
  const shipped = shape(read('media/SYSVIEW_cyclescope.txt'));
  expect(shipped).toEqual(own.map((event) => ({ ...event, number: event.number + 512 })));
});

test("docs/protocol.md's table of events matches, too", () => {
  const rows = read('docs/protocol.md').matchAll(/^\| (\d) +\| (\w+) +\|/gm);
  const named = [...rows].map(([, number, name]) => `${number} ${name}`);
  expect(named).toEqual(agentDescriptions().map((line) => line.split(' ').slice(0, 2).join(' ')));
});
