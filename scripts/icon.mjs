import { readFileSync, writeFileSync } from 'node:fs';
import { startBrowser } from './editor/browser.mjs';
import { inRoot } from './lib/paths.mjs';
import { encodePng } from './lib/png.mjs';

const size = 256;
const svg = readFileSync(inRoot('media', 'icons', 'icon.svg'), 'utf8');
const browser = await startBrowser();
try {
  const page = await browser.newPage();
  // The browser's own PNG has 32 bits for each pixel, and more than twice as many bytes.
  const pixels = await page.evaluate(async ([text, width]) => {
    const image = new Image(width, width);
    image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
    await image.decode();
    const context = new OffscreenCanvas(width, width).getContext('2d');
    context?.drawImage(image, 0, 0, width, width);
    return [...(context?.getImageData(0, 0, width, width).data ?? [])];
  }, /** @type {const} */ ([svg, size]));
  writeFileSync(inRoot('media', 'icons', 'cyclescope.png'), encodePng(pixels, size));
} finally {
  await browser.close();
}
