import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { cCall } from './c-compiler';
import { compile } from './compiler';
import { layoutScript } from './layout';
import { linkFailure, NeededSources } from './link-failure';
import type { Unit, CompileContext } from './plan';

/** Links an image; with a layout once more, when it is known what there is to place. */
export async function link(
  context: CompileContext,
  units: readonly Unit[],
  libraries: readonly string[],
): Promise<void> {
  const { plan, work } = context;
  const { linkerScript } = plan.recipe;
  const own = linkerScript && join(plan.packageFolder, linkerScript);
  const objects = [...units.map((unit) => relative(work, unit.object)), ...libraries];
  if (plan.layout === undefined) {
    const messages = await linkWith(context, own === undefined ? [] : ['-T', own], objects);
    if (messages) plan.onMessage(messages);
    return;
  }
  const printed = await linkWith(context, own ? ['-T', own] : ['-Wl,--verbose'], objects);
  const script = own === undefined ? extractBuiltInScript(printed) : await readFile(own, 'utf8');
  const map = await readFile(join(work, MAP), 'utf8');
  await writeFile(join(work, 'layout.ld'), layoutScript(script, map, plan.layout));
  await linkWith(context, ['-T', 'layout.ld'], objects);
}

/** The linker map, in the work folder. */
export const MAP = 'agent.map';

/** Links objects with options for the linker script; resolves to what the linker prints. */
async function linkWith(
  { plan, work }: CompileContext,
  script: readonly string[],
  objects: readonly string[],
): Promise<string> {
  const { recipe, packageFolder } = plan;
  const included = recipe.linkerScript === undefined ? [] : recipe.includes;
  const args = [
    ...recipe.flags,
    ...recipe.linkFlags,
    '-Wl,--build-id=none',
    ...included.map((folder) => `-L${join(packageFolder, folder)}`),
    ...script,
    `-Wl,-Map=${join(work, MAP)}`,
    ...objects,
    '-o',
    'agent.elf',
  ];
  const call = await cCall(recipe.compiler, args, plan.signal);
  const { succeeded, messages } = await compile(call.program, call.args, work, plan.signal);
  if (succeeded) return messages;
  const failure = await linkFailure(plan.build, messages, plan);
  if (!(failure instanceof NeededSources)) plan.onMessage(messages);
  throw failure;
}

/** Cuts the linker's own script out of what `ld --verbose` prints. */
const extractBuiltInScript = (printed: string) => printed.split(/^={20,}$/m)[1] ?? '';
