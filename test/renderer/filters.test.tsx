import { openWindow } from './support/window.tsx';
import { waitFor } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { completionsFor } from '../../renderer/core/filter/filter-completions.ts';
import { partsOfFilter } from '../../renderer/core/filter/FilterField.tsx';
import { countText } from '../../renderer/core/filter/FilterLine.tsx';
import { parseAgo } from '../../renderer/core/filter/TimeFields.tsx';

const NAMES = {
  tasks: ['refund', 'ship'],
  runbooks: ['close'],
  environments: ['prod', 'stage'],
  webhooks: ['paid'],
  parameters: ['order_id', 'amount'],
};

describe('completions of a filter', () => {
  const complete = (kind: 'run' | 'request', given: string) => {
    const caret = given.indexOf('|');
    const text = given.replace('|', '');
    return completionsFor(kind, { text, caret }, NAMES).map(
      (one) => `${one.text.slice(0, one.caret)}|${one.text.slice(one.caret)}`,
    );
  };

  test.each([
    ['run', 'st|', ['status:|']],
    ['run', 'x -st|', ['x -status:|']],
    ['run', 'param.o|', ['param.order_id:|']],
    ['run', 'task:|', ['task:refund |', 'task:ship |']],
    ['run', 'task:re| more', ['task:refund |more']],
    ['run', 'env:prod|', []],
    ['run', 'env:p| status:failed', ['env:prod |status:failed']],
    ['run', 'status:failed,act|', ['status:failed,active |']],
    ['run', 'status:FAI|', ['status:failed |']],
    ['run', 'took:|', ['took:>1s |', 'took:>10s |', 'took:<500ms |']],
    ['run', 'method:|', []],
    ['run', 'constructor:|', []],
    ['run', '"st|', []],
    ['run', 'nothing|', []],
    ['request', 'me|', ['method:|']],
    ['request', 'webhook:p|', ['webhook:paid |']],
  ] as const)('of %s: %s', (kind, given, expected) => {
    expect(complete(kind, given)).toEqual(expected);
  });

  test('an empty word has every term', () => {
    expect(complete('run', '|')).toHaveLength(12);
  });
});

test.each([
  ['status:failed task:refund "needle 4711"', false, ['status:failed', 'task:refund', '"needle 4711"']],
  ['status:failed task:re', true, ['status:failed']],
  ['status:failed task:re ', true, ['status:failed', 'task:re']],
  ['-status:failed -"x y" words 12:30 http://host status:', false, ['-status:failed', '-"x y"']],
  ['param.order_id:"AB 1" "open', false, ['param.order_id:"AB 1"']],
  ['', false, []],
])('the chips of %j, edited: %s, are %j', (filter, isEdited, chips) => {
  const parts = partsOfFilter(filter, isEdited);
  expect(parts.flatMap(({ text, chip }) => (chip === undefined ? [] : [text]))).toEqual(chips);
  expect(parts.map(({ text }) => text).join('')).toBe(filter);
});

test.each([
  [{ shown: 511, total: undefined, isFiltered: false }, '511 runs'],
  [{ shown: 1, total: undefined, isFiltered: false }, '1 run'],
  [{ shown: 3, total: 511, isFiltered: true }, '3 of 511'],
  [{ shown: 2050, total: 100_000, isFiltered: true }, '2,050 of 100,000'],
  [{ shown: 3, total: undefined, isFiltered: true }, '3'],
  [{ shown: undefined, total: 511, isFiltered: true }, ''],
])('the number of rows of %j is %s', (given, expected) => {
  expect(countText({ ...given, noun: 'run' })).toBe(expected);
});

test.each([
  ['15m', 900_000],
  ['7d', 604_800_000],
  ['500ms', undefined],
  ['1.5h', undefined],
  ['soon', undefined],
])('a time filter of %s', (given, expected) => {
  expect(parseAgo(given)).toBe(expected);
});

const steps = (...list: readonly object[]) => ({ kind: 'steps', steps: list }) as never;
const workspace = {
  tasks: [
    { slug: 'refund', name: 'Refund', parameters: [{ slug: 'order_id', constraints: { optional: true } }] },
    { slug: 'broken', name: 'Broken', behavior: steps({ do: 'fail', message: 'no paper' }) },
    { slug: 'ask', name: 'Ask', behavior: steps({ do: 'prompt', description: 'Go on?' }) },
  ],
} as never;

describe('the field of a filter', () => {
  test('keeps the last filter while the new one has no meaning, and says why', async () => {
    const { page, user, execute } = await openWindow({ workspace, path: '/runs?q=status:failed' });
    await execute('broken');
    await page.findByText('1 of 1');
    const field = page.getByRole('combobox', { name: 'Filter runs' });
    await user.clear(field);
    await user.type(field, 'method:get');
    expect((await page.findByRole('alert')).textContent).toContain('"method:" is not a term of runs');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(location.search).not.toContain('method');
  });

  test.each([
    { path: '/runs', noun: 'runs' },
    { path: '/sessions', noun: 'sessions' },
    { path: '/traffic', noun: 'requests' },
  ])('the problem of a filter in the address of $path is said at its field only', async ({ path, noun }) => {
    const { page } = await openWindow({ workspace, path: `${path}?q=since:x` });
    await page.findByText(`Correct the filter to see ${noun}`);
    expect((await page.findByRole('alert')).textContent).toContain('"since:x" has no meaning');
    expect(page.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('filters above the list say how many rows they have, and go in and out by a click', async () => {
    const { page, user, execute } = await openWindow({ workspace, path: '/runs' });
    await execute('broken');
    await execute('refund');
    const failed = await page.findByRole('button', { name: 'Failed 1' });
    expect(failed.getAttribute('aria-pressed')).toBe('false');
    await user.click(failed);
    await page.findByText('1 of 2');
    expect(page.getByRole('combobox', { name: 'Filter runs' })).toHaveProperty('value', 'status:failed');
    expect(failed.getAttribute('aria-pressed')).toBe('true');
    await user.click(failed);
    await page.findByText('2 runs');
  });

  test('a filtered list says how many rows are hidden, and Escape shows them', async () => {
    const { page, user, execute } = await openWindow({ workspace, path: '/runs?q=status:failed' });
    await execute('refund', { order_id: 'AB1042' });
    await page.findByText('No matching runs');
    await page.findByText('1 run hidden by the filter');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(location.search).toBe(''));
    await page.findByRole('option', { name: /AB1042/ });
    expect(page.queryByText(/hidden by the filter/)).toBeNull();
  });

  test('a select of a filter shows a value that it does not offer', async () => {
    const { page, user } = await openWindow({ workspace, path: '/runs?task=deleted' });
    await user.click(await page.findByRole('button', { name: 'More filters: 1 active' }));
    expect((await page.findByLabelText<HTMLSelectElement>('Task')).value).toBe('deleted');
  });
});
