import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { linkExtensions } from '../editor/extensions.mjs';
import { startEditor } from '../editor/server.mjs';
import { buildAll } from '../lib/build.mjs';
import { buildDir } from '../lib/paths.mjs';
import { forwardedSignals } from '../lib/process.mjs';
import { findProgram } from '../setup/programs.mjs';
import { demoWorkspace } from './demo.mjs';

/** Builds everything and opens it in an editor until Ctrl-C; resolves to an exit code. */
export async function startIde() {
  const code = await buildAll();
  if (code !== 0) return code;
  const password = randomBytes(12).toString('base64url');
  const demo = demoWorkspace();
  const server = await startEditor({
    folder: join(buildDir, 'ide'),
    extensions: linkExtensions(join(buildDir, 'ide', 'extensions')),
    password,
    settings: { 'workbench.startupEditor': 'readme' },
  });
  for (const signal of forwardedSignals) process.once(signal, () => void server.stop());

  const url = `${server.url}/?folder=${encodeURIComponent(demo)}`;
  process.stdout.write(
    [
      '',
      `  Cyclescope in an editor:  ${url}`,
      `  password:                 ${password}`,
      '',
      '  After a change: npm run build, then "Developer: Reload Window".',
      '  Ctrl-C ends the editor and everything that it started.',
      '',
      '',
    ].join('\n'),
  );
  openInBrowser(url);
  await server.ended;
  return 0;
}

/** Opens an address in the user's browser, if there is a display. */
function openInBrowser(/** @type {string} */ url) {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  if (opener === 'xdg-open' && !DISPLAY && !WAYLAND_DISPLAY) return;
  const program = findProgram(opener);
  if (!program) return;
  spawn(program, [url], { stdio: 'ignore', detached: true }).unref();
}
