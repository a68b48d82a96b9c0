import { type Authored, openWindow } from './support/window.tsx';
import { waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { rowOfRun } from './support/row-of-run.ts';

const workspace: Authored = {
  environments: [{ slug: 'prod', name: 'Production', default: true }],
  tasks: [
    {
      slug: 'parent',
      name: 'Parent',
      parameters: [{ slug: 'amount', name: 'Amount', type: 'float', default: 1 }],
      behavior: {
        kind: 'steps',
        steps: [
          { do: 'log', level: 'warning', text: 'amount is {{ params.amount }}' },
          { do: 'log', level: 'debug', text: 'a detail' },
          { do: 'execute', task: 'child' },
          { do: 'output', value: { rows: [{ a: 1 }, { a: 2 }], total: 3 } },
        ],
      },
    },
    { slug: 'child', name: 'Child' },
    { slug: 'broken', name: 'Broken', behavior: { kind: 'steps', steps: [{ do: 'fail', message: 'on purpose' }] } },
    { slug: 'slow', name: 'Slow', behavior: { kind: 'steps', steps: [{ do: 'wait', seconds: 600 }] } },
  ],
};

describe('runs', () => {
  test('a run shows input, output and the end of its log at once; its log and the raw answer each at its own URL', async () => {
    const { page, user, execute, hangar } = await openWindow({ workspace, path: '/runs' });
    await page.findByText('No runs yet');
    const id = await execute('parent', { amount: 5 });
    await user.click(await rowOfRun(id));
    await page.findByText('Last lines of the log');
    expect(await page.findAllByText('amount is 5')).toHaveLength(2);
    await page.findByRole('region', { name: 'Output' });
    await user.click(page.getByLabelText('Table'));
    await page.findByRole('heading', { level: 2, name: 'rows' });
    const input = page.getByRole('heading', { level: 2, name: 'Input' }).closest<HTMLElement>('[data-column]');
    within(input ?? document.body).getByText('amount');
    await user.click(page.getByRole('tab', { name: /^Logs/ }));
    await page.findByLabelText('Search in the log');
    page.getByRole('link', { name: /^run2/ });
    await user.click(page.getByRole('tab', { name: 'API answer' }));
    expect(location.pathname).toBe(`/runs/${id}/api`);
    await user.click(page.getByRole('button', { name: 'Raw' }));
    const shown = page.getByRole('region', { name: 'API answer' }).textContent;
    const { run } = await hangar.api.runs.get({ params: { id } });
    expect(shown.startsWith(JSON.stringify(run, null, 2).split('\n').slice(0, 12).join(''))).toBe(true);
  });

  test('a run that logged debug lines only shows them; a step without lines says so, and leads to all', async () => {
    const { page, user, execute } = await openWindow({
      workspace: {
        tasks: [
          {
            slug: 'quiet',
            behavior: {
              kind: 'steps',
              steps: [
                { do: 'log', level: 'debug', text: 'a detail' },
                { do: 'wait', seconds: 0.05 },
                { do: 'wait', seconds: 0.1 },
              ],
            },
          },
        ],
      },
      path: '/runs',
    });
    await user.click(await rowOfRun(await execute('quiet')));
    await page.findByText('Last lines of the log');
    await waitFor(() => expect(page.getAllByText('a detail')).toHaveLength(2));
    const [, second] = await page.findAllByRole('row', { name: /wait/i });
    await user.click(second!);
    await page.findByText(/No lines of this step/);
    await user.click(page.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(page.getAllByText('a detail')).toHaveLength(2));
  });

  test('the searches in a run’s log and output are kept for that run only', async () => {
    const { page, user, execute } = await openWindow({ workspace, path: '/runs' });
    const [first, second] = [await execute('parent', { amount: 5 }), await execute('parent', { amount: 6 })];
    await user.click(await rowOfRun(first));
    await user.type(await page.findByLabelText('Search in Output'), 'total');
    await user.click(page.getByRole('tab', { name: /^Logs/ }));
    await user.type(await page.findByLabelText('Search in the log'), 'amount');
    await user.click(await rowOfRun(second));
    await user.click(await page.findByRole('tab', { name: /^Logs/ }));
    const other: HTMLInputElement = await page.findByLabelText('Search in the log');
    expect(other.value).toBe('');
    await user.click(await rowOfRun(first));
    await page.findByDisplayValue('total');
    await page.findByText('1 of 1');
    await user.click(page.getByRole('tab', { name: /^Logs/ }));
    await page.findByDisplayValue('amount');
    await page.findByText('1 of 3 lines');
  });

  test('a log omits terminal escape sequences and cuts very long lines', async () => {
    const text = `\u001b[31mred\u001b[0m \u001b]0;title\u0007${'x'.repeat(5000)} end`;
    const steps = [{ do: 'log' as const, text }];
    const { page, user, execute } = await openWindow({
      workspace: { tasks: [{ slug: 'loud', behavior: { kind: 'steps', steps } }] },
      path: '/runs',
    });
    await user.click(await rowOfRun(await execute('loud')));
    await user.click(await page.findByRole('tab', { name: /^Logs/ }));
    const more = await page.findByRole('button', { name: '… 3,008 more characters' });
    const shown = () => page.getByRole('region', { name: 'Log' }).textContent;
    expect(shown()).toMatch(/info ?red x+… 3,008 more characters$/);
    await user.click(more);
    expect(shown()).toMatch(/x end$/);
    await user.type(page.getByLabelText('Search in the log'), 'nothing like it');
    await page.findByText('No matching lines');
    await user.click(page.getByRole('button', { name: 'Show all lines' }));
    await page.findByRole('region', { name: 'Log' });
    await user.selectOptions(page.getByLabelText('Minimum level'), 'error');
    await user.click(await page.findByRole('button', { name: 'Show all lines' }));
    await page.findByRole('region', { name: 'Log' });
  });

  test('a table has an empty cell for a field that a row lacks, whatever its name, and says how many columns it omits', async () => {
    const wide = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`column ${index}`, index]));
    const value = { rows: [{ constructor: 1 } as object, { toString: 2 }], wide: [wide] };
    const steps = [{ do: 'output', value }] as never;
    const { page, user, execute } = await openWindow({
      workspace: { tasks: [{ slug: 'odd', behavior: { kind: 'steps', steps } }] },
      path: '/runs',
    });
    await user.click(await rowOfRun(await execute('odd')));
    await user.click(await page.findByLabelText('Table'));
    const rows = within(await page.findByRole('region', { name: 'rows' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['constructortoString', '1', '2']);
    await page.findByText('20 more columns in the tree view.');
  });

  test('the number of the shown match stays right when folding hides matches', async () => {
    const { page, user, execute } = await openWindow({ workspace, path: '/runs' });
    await user.click(await rowOfRun(await execute('parent', { amount: 5 })));
    await user.type(await page.findByLabelText('Search in Output'), 'a{Enter}');
    await page.findByText('2 of 3');
    await user.click(page.getByRole('button', { name: 'rows, 2 entries' }));
    await page.findByText('1 of 1');
  });

  test('the timeline keeps its height while the pointer is below it', async () => {
    const { page, user, execute } = await openWindow({ workspace, path: '/runs' });
    await user.click(await rowOfRun(await execute('parent')));
    const place = (await page.findByRole('region', { name: 'Timeline' })).parentElement;
    await user.hover(page.getByRole('tab', { name: /^Logs/ }));
    expect(place?.style.height).toMatch(/px$/);
    await user.hover(page.getByRole('heading', { level: 1 }));
    expect(place?.style.height).toBe('');
  });

  test('a lane selected by pointer or keyboard scopes the panel, and a chip goes back to the run', async () => {
    const { page, user, execute } = await openWindow({ workspace, path: '/runs' });
    await user.click(await rowOfRun(await execute('parent')));
    const step = await page.findByRole('row', { name: /amount is/ });
    await user.click(step);
    expect(step.getAttribute('aria-selected')).toBe('true');
    await user.click(page.getByRole('button', { name: 'Show the whole run' }));
    expect(step.getAttribute('aria-selected')).toBe('false');
    step.focus();
    await user.keyboard('{Enter}');
    expect(step.getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{Escape}');
    await user.click(page.getByRole('row', { name: /run Child/ }));
    expect((await page.findByRole('link', { name: 'Open Child' })).getAttribute('href')).toMatch(/^\/runs\/run2/);
  });

  test('the log of a selected child goes on while the child runs, and then that of its parent', async () => {
    const steps = [
      { do: 'log', text: 'child begins' },
      { do: 'prompt', description: 'Go on?' },
      { do: 'log', text: 'child goes on' },
      { do: 'prompt', description: 'End?' },
    ];
    const tasks = [
      {
        slug: 'calls',
        steps: [
          { do: 'execute', task: 'asks' },
          { do: 'log', text: 'parent goes on' },
        ],
      },
      { slug: 'asks', name: 'Asks', steps },
    ].map(({ steps: own, ...task }) => ({ ...task, behavior: { kind: 'steps', steps: own } }) as never);
    const { page, user, execute, hangar } = await openWindow({ workspace: { tasks }, path: '/runs' });
    const answer = async () => {
      const [item] = (await hangar.api.prompts.list({ query: {} })).prompts;
      await hangar.api.prompts.submit({ params: { id: item?.prompt.id ?? '' }, body: { values: {} } });
    };
    await user.click(await rowOfRun(await execute('calls')));
    await user.click(await page.findByRole('row', { name: /run Asks/ }));
    await user.click(await page.findByRole('tab', { name: /^Logs/ }));
    const logged = (text: string) =>
      waitFor(() => expect(page.getByRole('region', { name: 'Log' }).textContent).toContain(text));
    await logged('child begins');
    await answer();
    await logged('child goes on');
    await user.click(page.getByRole('button', { name: 'Show the whole run' }));
    await answer();
    await logged('parent goes on');
  });

  test('the marked difference of a comparison stays marked when equal lines above it are shown', async () => {
    const equal = Array.from({ length: 6 }, (_, index) => [`a${index}`, index]);
    const value = Object.fromEntries([...equal, ['z', '{{ params.amount }}']]);
    const echo = {
      slug: 'echo',
      parameters: [{ slug: 'amount', type: 'integer' }],
      behavior: { kind: 'steps', steps: [{ do: 'output', value }] },
    } as never;
    const { page, user, execute } = await openWindow({ workspace: { tasks: [echo] }, path: '/runs' });
    const [, second] = [await execute('echo', { amount: 1 }), await execute('echo', { amount: 2 })];
    await user.click(await rowOfRun(second));
    await user.click(await page.findByRole('link', { name: 'Compare' }));
    const next = await page.findByRole('button', { name: 'Next difference' });
    const marked = () => document.querySelector('[data-current="true"]')?.textContent ?? '';
    // On a busy machine the times of the runs may differ, too.
    for (let count = 0; count < 6 && !marked().includes('"z"'); count++) await user.click(next);
    expect(marked()).toContain('"z"');
    await user.click(page.getByRole('button', { name: '4 equal lines' }));
    expect(marked()).toContain('"z"');
  });

  test('a run that is repeated lands on the new one, which links to the old', async () => {
    const { page, user, execute } = await openWindow({ workspace, path: '/runs' });
    const first = await execute('child');
    await user.click(await rowOfRun(first));
    await user.click(await page.findByRole('button', { name: 'More ways to run…' }));
    await user.click(await page.findByRole('button', { name: 'Repeat', hidden: true }));
    const link = await page.findByRole('link', { name: `repeats run ${first.slice(-6)}` });
    expect(link.getAttribute('href')).toBe(`/runs/${first}`);
    expect(location.pathname).not.toContain(first);
  });

  test('a wait that lasts is skipped from its lane', async () => {
    const { page, user, execute, hangar } = await openWindow({ workspace, path: '/runs' });
    const id = await execute('slow');
    await user.click(await rowOfRun(id));
    await user.click(await page.findByRole('button', { name: 'Skip' }));
    await waitFor(async () => {
      expect((await hangar.api.runs.get({ params: { id } })).row.status).toBe('Succeeded');
    });
  });

  test('new runs are pending while the pointer is over the list', async () => {
    const { page, user, execute } = await openWindow({ workspace, path: '/runs' });
    await page.findByText('No runs yet');
    const first = await execute('child');
    await user.hover(await rowOfRun(first));
    const second = await execute('child');
    const waiting = await page.findByRole('button', { name: '↑ 1 new' });
    expect(page.getAllByRole('option')).toHaveLength(1);
    await user.click(waiting);
    await rowOfRun(second);
    expect(page.queryByRole('button', { name: /new/ })).toBeNull();
  });

  test('a missing run is told apart from a loading one', async () => {
    const { page } = await openWindow({ workspace, path: '/runs/run20260101znothinghere' });
    await page.findByRole('heading', { level: 1, name: 'No such run' });
  });

  test('links to its task only while that exists', async () => {
    const { page, user, execute, hangar } = await openWindow({ workspace, path: '/runs' });
    const id = await execute('child');
    await user.click(await rowOfRun(id));
    const { row } = await hangar.api.runs.get({ params: { id } });
    const link = await page.findByRole('link', { name: 'child' });
    expect(link.getAttribute('href')).toBe(`/tasks/${row.taskID}`);
    page.getByRole('button', { name: 'Run again…' });
    await hangar.api.definitions.tasks.remove({ params: { id: row.taskID } });
    await waitFor(() => expect(page.queryByRole('button', { name: 'Run again…' })).toBeNull());
    expect(page.queryByRole('link', { name: 'child' })).toBeNull();
  });

  test('the tab of the output shows how a program reads it', async () => {
    const { page, execute } = await openWindow({ workspace });
    const id = await execute('parent', { amount: 5 });
    history.pushState(null, '', `/runs/${id}/output`);
    await page.findByRole('button', { name: 'Copy as curl: the outputs' });
  });
});
