// `npm run bench:window [-- open scroll type] [--rounds N] [--stock N] [--data FOLDER] [--program FILE]`:
// measures the window in a real Chromium on a Hangar that holds much, while 50 requests a second arrive.
import { cpus, release, tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { type Figure, tableOf } from './figures.ts';
import { openBrowser } from './window/browser.ts';
import { openings } from './window/opening.ts';
import { scrolling } from './window/scrolling.ts';
import { openStage, type Stage } from './window/stage.ts';
import { typing } from './window/typing.ts';

const PER_SECOND = 50;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    stock: { type: 'string', default: '100000' },
    /** A folder that is kept, so that it need not be filled again. */
    data: { type: 'string' },
    program: { type: 'string', default: fileURLToPath(new URL('../../out/main/headless.js', import.meta.url)) },
  },
});

const MEASURES: Readonly<Record<string, (browser: Browser, stage: Stage) => Promise<Figure[]>>> = {
  open: (browser, stage) => openings(browser, stage, Number(values.rounds)),
  scroll: (browser, stage) => scrolling(browser, stage, Number(values.rounds)),
  type: (browser, stage) => typing(browser, stage, Number(values.rounds)),
};

const chosen = positionals.length === 0 ? Object.keys(MEASURES) : positionals;
const data = values.data ?? mkdtempSync(join(tmpdir(), 'hangar-window-'));
if (values.data === undefined) process.on('exit', () => rmSync(data, { recursive: true, force: true }));

const stage = await openStage(values.program, data, Number(values.stock));
const browser = await openBrowser();
const stopArriving = stage.arrive(PER_SECOND);
const figures: Figure[] = [];
try {
  for (const name of chosen) figures.push(...((await MEASURES[name]?.(browser, stage)) ?? []));
} finally {
  stopArriving();
  await browser.close();
  await stage.server.stop();
}
const [cpu] = cpus();
process.stdout.write(
  `\nMachine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, Linux ${release()}, Node ${process.version}; ` +
    `${values.stock} runs, ${PER_SECOND} requests a second.\n\n${tableOf(figures)}\n`,
);
