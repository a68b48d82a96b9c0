// `npm run bench:window [-- --rounds N] [--stock N] [--long N] [--only PLACE] [--data FOLDER] [--program FILE]`:
// measures how soon places of the window open, in a real Chromium on a Hangar that holds much, while 50 requests a second arrive.
import { tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machine, tableOf } from './figures.ts';
import { openBrowser } from './window/browser.ts';
import { openings } from './window/opening.ts';
import { openStage } from './window/stage.ts';

const PER_SECOND = 50;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    stock: { type: 'string', default: '100000' },
    long: { type: 'string', default: '10000' },
    only: { type: 'string', default: '' },
    /** A folder that is kept, so that it need not be filled again. */
    data: { type: 'string' },
    program: { type: 'string', default: fileURLToPath(new URL('../../out/main/headless.js', import.meta.url)) },
  },
});

const data = values.data ?? mkdtempSync(join(tmpdir(), 'hangar-window-'));
if (values.data === undefined) process.on('exit', () => rmSync(data, { recursive: true, force: true }));

const stage = await openStage(values.program, data, { stock: Number(values.stock), long: Number(values.long) });
const browser = await openBrowser();
const stopArriving = stage.arrive(PER_SECOND);
try {
  const figures = await openings(browser, stage, { rounds: Number(values.rounds), only: values.only });
  const load = `${values.stock} runs, ${PER_SECOND} requests a second`;
  process.stdout.write(`\nMachine: ${machine()}; ${load}.\n\n${tableOf(figures)}\n`);
} finally {
  stopArriving();
  await browser.close();
  await stage.server.stop();
}
