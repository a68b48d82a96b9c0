import { type Authored, openWindow } from './support/window.tsx';
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';

const workspace: Authored = {
  tasks: [{ id: 'ship_task', slug: 'ship', name: 'Ship', parameters: [{ slug: 'boxes', type: 'integer' }] }],
  environments: [
    { slug: 'dev', default: true },
    { slug: 'live', name: 'Live' },
  ],
};

test.each([
  ['the form beside its editor', 'form'],
  ['the run dialog', 'dialog'],
])('a task that never ran is copied as curl from %s, with its input', async (_, place) => {
  const { page, user, emulator } = await openWindow({ workspace, path: '/tasks/ship_task' });
  await page.findByRole('heading', { level: 1, name: 'Ship' });
  if (place === 'dialog') await user.click(page.getByRole('button', { name: 'Run…' }));
  const form = place === 'dialog' ? await page.findByRole('dialog') : page.getByRole('region', { name: /^Try it/ });
  const inForm = within(form);
  await user.type(await inForm.findByRole('textbox', { name: 'boxes' }), '3');
  const copied = async () => {
    await user.click(inForm.getByRole('button', { name: /^Copy as curl/ }));
    return navigator.clipboard.readText();
  };
  const curl = (environment: string) =>
    [
      // oxlint-disable-next-line tests/asks-for-tools -- a text that is compared
      `curl '${emulator().url}/v0/tasks/execute'`,
      `-H 'X-Service-API-Key: tkn_test'`,
      ...(environment === '' ? [] : [`-H 'X-Service-Env-Slug: ${environment}'`]),
      `-H 'Content-Type: application/json'`,
      `--data-raw '{"slug":"ship","paramValues":{"boxes":3}}'`,
    ].join(' \\\n  ');
  expect(await copied()).toBe(curl(''));
  await user.selectOptions(inForm.getByRole('combobox', { name: 'Environment' }), 'live');
  expect(await copied()).toBe(curl('live'));
  if (place === 'dialog') await user.click(inForm.getAllByRole('button', { name: 'Close' })[0] ?? form);
});

test('the input of Try it can be cleared and restored', async () => {
  const { page, user } = await openWindow({ workspace, path: '/tasks/ship_task' });
  const boxes = () => page.findByRole('textbox', { name: 'boxes' });
  await user.type(await boxes(), '3');
  await user.click(page.getByRole('button', { name: 'Clear' }));
  expect(await boxes()).toHaveProperty('value', '');
  await user.click(page.getByRole('button', { name: 'Undo' }));
  expect(await boxes()).toHaveProperty('value', '3');
});
