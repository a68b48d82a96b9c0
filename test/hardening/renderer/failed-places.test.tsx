import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openRunDialog } from '../../../renderer/core/run/RunDialog.tsx';
import { openWindow } from '../../renderer/support/window.tsx';
import { steps } from '../../support/steps.ts';

const workspace = {
  environments: [{ slug: 'test', name: 'Test', default: true }],
  tasks: [
    { slug: 'plain', name: 'Plain', webhooks: { paid: {} } },
    { slug: 'broken', behavior: steps({ do: 'fail', message: 'No paper' }) },
    { slug: 'ask', behavior: steps({ do: 'prompt', description: 'Go on?' }) },
  ],
  runbooks: [{ slug: 'close', name: 'Close', blocks: [] }],
  resources: [{ slug: 'shop', kind: 'rest' as const, resource: { baseURL: 'http://127.0.0.1:9' } }],
  users: [{ name: 'Ada', email: 'ada@example.com' }],
  apiKeys: [{ name: 'CI', key: 'tkn_ci' }],
};

/** Places, the requests without which they cannot be shown, and a text that is there once they are. */
const PLACES: readonly (readonly [place: string, failing: RegExp, shown: string | RegExp])[] = [
  ['/runs', /\/runs\?/, 'Plain'],
  ['/runs/RUN', /\/runs\/run/, 'Summary'],
  ['/runs/RUN/logs', /\/logs\?/, 'No log lines'],
  ['/sessions', /\/sessions\?/, 'No sessions yet'],
  ['/prompts', /\/prompts/, 'Go on?'],
  ['/prompts/rules', /\/answers/, 'New rule'],
  ['/traffic', /\/traffic\?/, /tasks\/execute/],
  ['/traffic/findings', /\/findings/, 'No findings'],
  ['/tasks', /\/tasks/, 'Plain'],
  ['/tasks/new', /\/tasks/, 'Try it'],
  ['/tasks/new', /\/users/, 'Try it'],
  ['/runbooks', /\/runbooks/, 'Close'],
  ['/resources', /\/resources/, 'shop'],
  ['/webhooks', /\/webhooks/, 'paid'],
  ['/webhooks/plain/paid/deliveries', /\/traffic\?/, /No deliveries/],
  ['/environments', /\/environments/, 'Test'],
  ['/team/users', /\/users/, 'Ada'],
  ['/api-keys', /\/api-?keys/i, 'CI'],
];

test.each(PLACES)(
  '%s says that it could not be loaded, and is there after Try again',
  async (place, failing, shown) => {
    const isOfRun = place.includes('RUN');
    const opening = isOfRun ? { path: '/settings' } : { path: place, failing };
    const { page, user, execute, fail } = await openWindow({ workspace, ...opening });
    const run = await execute('plain');
    await execute('ask');
    if (isOfRun) {
      fail(failing);
      history.pushState(null, '', place.replace('RUN', run));
    }
    const failure = await page.findByRole('alert');
    expect(failure.textContent).toMatch(/could not be loaded.*Out of order/);
    const again = within(failure).getByRole('button', { name: 'Try again' });
    await user.click(again);
    await page.findByText(/could not be loaded/, { selector: '[role="alert"] *' });
    fail(undefined);
    await user.click(page.getByRole('button', { name: 'Try again' }));
    await page.findAllByText(shown);
    expect(page.queryByRole('alert')).toBeNull();
  },
);

test('a runbook to run is not said to be missing while runbooks are not loaded', async () => {
  const { page, hangar } = await openWindow({ workspace, path: '/settings', failing: /\/runbooks/ });
  await Promise.allSettled([hangar.collections.tasks.load(), hangar.collections.runbooks.load()]);
  openRunDialog({ kind: 'runbook', id: 'close' });
  await within(await page.findByRole('dialog')).findByText('Loading…');
});
