import { type Authored, openWindow, type TestWindow } from './support/window.tsx';
import { waitFor } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { rowOfRun } from './support/row-of-run.ts';

const workspace: Authored = {
  tasks: [
    {
      slug: 'refund',
      name: 'Refund an order',
      behavior: {
        kind: 'steps',
        steps: [
          {
            do: 'prompt',
            description: 'Refund it?',
            confirmText: 'Pay it back',
            cancelText: 'Refuse',
            parameters: [{ slug: 'reason', name: 'Reason', default: 'lost' }],
          },
        ],
      },
    },
  ],
};

/** A run with a pending prompt, shown on its page. */
async function asking(): Promise<TestWindow & { id: string }> {
  const window = await openWindow({ workspace, path: '/runs' });
  const id = await window.execute('refund');
  await window.user.click(await rowOfRun(id));
  await window.page.findByRole('button', { name: 'Pay it back' });
  return { ...window, id };
}

describe('a prompt in a run', () => {
  test('has two buttons named by its texts, with their keys beside them', async () => {
    const { page } = await asking();
    const buttons = ['Pay it back', 'Refuse'].map((name) => page.getByRole('button', { name }).textContent);
    expect(buttons).toEqual(['Pay it backEnterCtrl EnterA', 'RefuseCtrl .']);
    page.getByRole('button', { name: 'Cancel run' });
    expect(page.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  test('has the focus in its first field when "Answer prompt" leads to it', async () => {
    const window = await openWindow({ workspace, path: '/tasks' });
    const id = await window.execute('refund');
    await waitFor(() => window.page.getByRole('link', { name: 'Prompts 1' }));
    history.pushState(null, '', `/runs/${id}#prompt`);
    const field = await window.page.findByRole('textbox', { name: 'Reason' });
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  test('shows the answer and its user afterwards', async () => {
    const { page, user } = await asking();
    await user.click(page.getByRole('button', { name: 'Pay it back' }));
    await waitFor(() => expect(page.queryByRole('button', { name: 'Pay it back' })).toBeNull());
    await user.click(page.getByRole('tab', { name: 'Prompts 1' }));
    const card = await page.findByRole('region', { name: 'Refund it?' });
    expect(card.textContent).toMatch(/Submitted by You.*Reason.*lost/);
  });

  test('links to a new user from the select of users', async () => {
    const { page, user } = await asking();
    await user.selectOptions(page.getByRole('combobox', { name: 'Answer as' }), 'Add a user…');
    await page.findByRole('heading', { level: 1, name: 'New user' });
    expect(location.pathname).toBe('/team/users/new');
  });
});

test('the notification of a refused answer disappears on the next attempt', async () => {
  const prompt = { do: 'prompt' as const, description: 'May I?', reviewers: { users: ['ada@example.com'] } };
  const { page, user, execute } = await openWindow({
    workspace: {
      users: [{ name: 'Ada', email: 'ada@example.com' }],
      tasks: [{ slug: 'ask', name: 'Ask', behavior: { kind: 'steps', steps: [prompt] } }],
    },
    path: '/prompts',
  });
  await execute('ask');
  await user.click(await page.findByRole('option', { name: /May I\?/ }));
  await user.click(await page.findByRole('button', { name: 'Submit' }));
  await page.findByText(/Only its reviewers may answer/);
  await user.selectOptions(page.getByLabelText('Answer as'), 'Ada');
  await user.click(page.getByRole('button', { name: 'Submit' }));
  await page.findByText(/Submitted by Ada/);
  await waitFor(() => expect(page.queryByText(/Only its reviewers may answer/)).toBeNull());
});

const ASKED = `# Refund **410**?

More than **100** needs [photos](https://shop.test/1):
- <img src=x onerror="document.title='hacked'">
- [a trap](javascript:alert(1))`;

test('the question of a prompt is shown as Markdown below the values of its run, which are whole', async () => {
  const note = 'Parcel arrived open. '.repeat(20).trim();
  const { page, execute, user } = await openWindow({
    workspace: {
      tasks: [
        {
          slug: 'refund',
          name: 'Refund an order',
          parameters: ['a', 'b', 'c', 'note'].map((slug) => ({ slug })),
          behavior: { kind: 'steps', steps: [{ do: 'prompt', description: ASKED }] },
        },
      ],
    },
    path: '/prompts',
  });
  await execute('refund', { a: '1', b: '2', c: '3', note });
  await user.click(await page.findByRole('option', { name: /Refund 410\?/ }));
  await page.findByRole('heading', { level: 1, name: 'Refund 410?' });
  const strong = await page.findByText('100');
  expect(strong.tagName).toBe('STRONG');
  expect(page.getByRole('link', { name: 'photos' })).toHaveProperty('href', 'https://shop.test/1');
  page.getByText(/onerror/);
  expect(page.queryByRole('link', { name: 'a trap' })).toBeNull();
  expect(document.querySelector('main img[src]')).toBeNull();
  expect(page.getByLabelText('Values of the run').textContent).toBe(`a1b2c3note${note}`);
  expect(page.getAllByText(/^times out in (?:1 h|60 min|59 min)/)).toHaveLength(2);
});

test('keys that an object does not declare are entered as JSON where the prompt allows them', async () => {
  const order = {
    slug: 'order',
    name: 'Order',
    type: 'object' as const,
    constraints: { allowUnknownKeys: true },
    params: [{ slug: 'id', name: 'ID' }],
    default: { id: 'AB1', gift: true },
  };
  const { page, execute, user, hangar } = await openWindow({
    workspace: {
      tasks: [
        {
          slug: 'ask',
          behavior: {
            kind: 'steps',
            steps: [
              { do: 'prompt', description: 'Which?', parameters: [order], as: 'answer' },
              { do: 'output', value: '{{ answer.values }}' },
            ],
          },
        },
      ],
    },
    path: '/prompts',
  });
  const id = await execute('ask');
  await user.click(await page.findByRole('option', { name: /Which\?/ }));
  await page.findByRole('textbox', { name: 'ID' });
  const others = await page.findByRole('textbox', { name: 'Other keys' });
  expect(others).toHaveProperty('value', '{"gift":true}');
  await user.clear(others);
  await user.type(others, '[[1]');
  await user.click(page.getByRole('button', { name: 'Submit' }));
  await page.findByText('Must be a JSON object');
  await user.clear(others);
  await user.type(others, '{{"id":"no","to":"Ada"}');
  await user.click(page.getByRole('button', { name: 'Submit' }));
  await waitFor(async () => {
    const { output } = await hangar.api.runs.get({ params: { id } });
    expect(output).toEqual({ order: { id: 'AB1', to: 'Ada' } });
  });
});
