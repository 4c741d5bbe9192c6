import { readFileSync, writeFileSync } from 'node:fs';
import { startBrowser } from './editor/browser.mjs';
import { inRoot } from './lib/paths.mjs';

const size = 256;
const svg = readFileSync(inRoot('media', 'icons', 'icon.svg'), 'utf8');
const browser = await startBrowser();
try {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
  writeFileSync(
    inRoot('media', 'icons', 'cyclescope.png'),
    await page.screenshot({ omitBackground: true }),
  );
} finally {
  await browser.close();
}
