import { type Authored, openWindow, type TestWindow } from './support/window.tsx';
import { waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

const workspace: Authored = {
  resources: [{ slug: 'orders', kind: 'own', resource: {} }],
  tasks: [
    {
      id: 'refund',
      slug: 'refund',
      name: 'Refund',
      parameters: [{ slug: 'order' }, { slug: 'amount', type: 'integer' }],
    },
  ],
};

const ORIGIN = 'http://localhost:3000';

const call = ({ send }: TestWindow, body: object, headers = {}) => send('/v0/tasks/execute', body, headers);

/** Opens the only refused request, and returns its explanation. */
async function explanation({ page, user }: TestWindow, name: RegExp) {
  await user.click(await page.findByRole('option', { name }));
  return within(await page.findByRole('region', { name: 'Explanation' }));
}

test('a parameter that a call lacks is made optional, and the call sent again succeeds', async () => {
  const opened = await openWindow({ workspace, path: '/traffic' });
  const { page, user, hangar } = opened;
  await call(opened, { slug: 'refund', paramValues: { amount: 5 } });
  const why = await explanation(opened, /400/);
  await user.click(await why.findByRole('button', { name: 'Make order optional' }));
  await user.click(await why.findByRole('button', { name: 'Send it again' }));
  await page.findByRole('option', { name: /200/ });
  const { parameters } = await hangar.api.definitions.tasks.get({ params: { id: 'refund' } });
  expect(parameters[0]?.constraints.optional).toBe(true);
});

test('an alias that a task does not have is added to it', async () => {
  const opened = await openWindow({ workspace, path: '/traffic' });
  const { user, hangar } = opened;
  await call(opened, { slug: 'refund', paramValues: { order: 'a', amount: 5 }, resources: { db: 'orders' } });
  const why = await explanation(opened, /400/);
  await user.click(await why.findByRole('button', { name: 'Add alias db' }));
  await why.findByText('Done: Add alias db.');
  expect((await hangar.api.definitions.tasks.get({ params: { id: 'refund' } })).resources).toEqual({ db: 'orders' });
});

test('a call of a similar name is sent again under the right one', async () => {
  const opened = await openWindow({ workspace, path: '/traffic' });
  const { page, user } = opened;
  await call(opened, { slug: 'refnud', paramValues: { order: 'a', amount: 5 } });
  const why = await explanation(opened, /404/);
  await user.click(await why.findByRole('button', { name: 'Send again as refund' }));
  await page.findByRole('option', { name: /200/, selected: true });
});

test('a call with an unknown key leads to a new key; rules are behind “Why”', async () => {
  const opened = await openWindow({ workspace, path: '/traffic' });
  await call(opened, { slug: 'refund' }, { 'X-Service-API-Key': 'tkn_other' });
  const why = await explanation(opened, /401/);
  expect((await why.findByRole('link', { name: 'Add key' })).getAttribute('href')).toBe('/api-keys/new');
  expect(why.getByText(/^Why/).closest('details')?.open).toBe(false);
});

test('requests of a page of another origin are a line with the button that lets them in', async () => {
  const opened = await openWindow({ workspace, path: '/traffic' });
  const { page, user } = opened;
  const send = () =>
    call(
      opened,
      { slug: 'refund', paramValues: { order: 'a', amount: 5 } },
      { 'X-Service-API-Key': 'wrong', origin: ORIGIN },
    );
  for (let n = 0; n < 3; n++) expect((await send()).status).toBe(403);
  const line = await page.findByText((_, element) => element?.textContent === `3 requests of ${ORIGIN} were refused`);
  await user.click(page.getByRole('button', { name: 'Allow' }));
  await waitFor(() => expect(line.isConnected).toBe(false));
  expect((await send()).status).toBe(401);
});
