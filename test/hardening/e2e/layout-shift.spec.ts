import { expect, test } from '../../e2e/support/hangar.ts';
import { divide } from '../../e2e/support/pages.ts';
import { expectNothingMoved, observeShifts } from '../../e2e/support/shifts.ts';
import { steps } from '../../support/steps.ts';

const PATHS = [
  ...['/overview', '/traffic', '/traffic/findings', '/traffic/coverage', '/runs', '/sessions', '/prompts', '/tasks'],
  ...['/runbooks', '/resources', '/webhooks', '/environments', '/team', '/api-keys', '/settings'],
];

/** A task that logs, waits a second, executes another one and asks. */
const WORK = {
  slug: 'work',
  name: 'Work',
  parameters: [{ slug: 'order', type: 'string' as const, constraints: { optional: true } }],
  behavior: steps(
    { do: 'log', text: 'Begins' },
    { do: 'wait', seconds: 1 },
    { do: 'log', text: 'Goes on' },
    { do: 'execute', task: 'part' },
    { do: 'prompt', description: 'May I?' },
  ),
};
const PART = { slug: 'part', name: 'Part', behavior: steps({ do: 'log', text: 'In part' }) };

test.describe('while a run executes', () => {
  test.use({ workspace: { tasks: [WORK, PART] }, prefetchesCode: true });

  for (const paths of divide([...PATHS, '/runs/…', '/runs/…/logs', '/runs/…/requests'], 3)) {
    test(`nothing moves at ${paths.join(', ')}`, async ({ page, api }) => {
      const execute = () => api.v0.tasks.execute({ body: { slug: 'work', paramValues: { order: 'AB1042' } } });
      await page.addInitScript(observeShifts);
      for (const path of paths) {
        await test.step(path, async () => {
          await page.goto('/_emulator/ready');
          await api.emulator.reset();
          const before = await execute();
          await page.goto(path.replace('…', before.runID));
          // The last thing that the run does is to ask.
          const badge = page.getByRole('navigation').getByRole('link', { name: /^Prompts/ });
          await expect(badge).toContainText('1');
          if (!path.startsWith('/runs/…')) {
            await execute();
            await expect(badge).toContainText('2');
          }
          await expectNothingMoved(page);
        });
      }
    });
  }
});
