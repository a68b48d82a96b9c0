import { expect, test } from 'vitest';
import { spawnSync } from 'node:child_process';
import { scratchFolder } from '../../support/program.ts';
import { needs } from '../../support/needs.ts';

needs('browser');

/** The short form of `npm run bench:window`: it opens one place, and judges no time. */
test('the benchmark of the window measures a place by click and by address', async () => {
  const folder = await scratchFolder();
  const amounts = ['--rounds', '1', '--stock', '20', '--long', '100', '--only', 'Runs', '--data', folder.path];
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'test/bench/window.ts', ...amounts], {
    encoding: 'utf8',
  });
  const measured = [...stdout.matchAll(/^\| (opening .+?) \|.* ms /gm)].map(([, name]) => name);
  const names = ['Runs, first', 'Runs, again', 'the window at Runs, by address'].map((name) => `opening ${name}`);
  expect(measured, stderr).toEqual(names);
  await folder.remove();
});
