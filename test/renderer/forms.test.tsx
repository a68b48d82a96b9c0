import { type Authored, openWindow } from './support/window.tsx';
import { waitFor } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../shared/values/json.ts';
import { Parameter, type AuthoredParameter } from '../../shared/model/parameter.ts';
import { openRunDialog } from '../../renderer/core/run/RunDialog.tsx';
import { inputValuesOf, parseInputValues } from '../../renderer/core/forms/input-values.ts';

describe('the input of a form', () => {
  const rows: [name: string, parameter: AuthoredParameter, given: Json | undefined, typed: unknown, sent: unknown][] = [
    ['a text', { slug: 'a' }, 'x', 'x', 'x'],
    ['no text', { slug: 'a' }, undefined, null, undefined],
    ['a default', { slug: 'a', default: 'd' }, undefined, 'd', 'd'],
    ['a whole number, as text', { slug: 'a', type: 'integer' }, 5, '5', '5'],
    ['zero', { slug: 'a', type: 'float' }, 0, '0', '0'],
    ['no number', { slug: 'a', type: 'float' }, undefined, '', undefined],
    ['a required yes or no', { slug: 'a', type: 'boolean' }, undefined, false, false],
    ['an optional one', { slug: 'a', type: 'boolean', constraints: { optional: true } }, undefined, null, undefined],
    ['JSON, as text', { slug: 'a', type: 'json' }, { b: [1] }, '{\n  "b": [\n    1\n  ]\n}', { b: [1] }],
    ['no JSON', { slug: 'a', type: 'json' }, undefined, '', undefined],
    [
      'a moment, in local time',
      { slug: 'a', type: 'datetime' },
      '2026-01-02T03:04:05Z',
      expect.any(String),
      '2026-01-02T03:04:05Z',
    ],
    [
      'a moment with a fraction of a second',
      { slug: 'a', type: 'datetime' },
      '2026-01-02T03:04:05.678Z',
      expect.stringMatching(/:05\.678$/),
      '2026-01-02T03:04:05.678Z',
    ],
    [
      'no moment, such as a template',
      { slug: 'a', type: 'datetime' },
      '{{ params.at }}',
      '{{ params.at }}',
      '{{ params.at }}',
    ],
    ['a choice, as it is', { slug: 'a', type: 'integer', constraints: { options: [1, 2] } }, 2, 2, 2],
    ['a list', { slug: 'a', type: 'integer', multi: true }, [1, 2], ['1', '2'], ['1', '2']],
    ['an empty list', { slug: 'a', multi: true }, undefined, [], undefined],
    ['an object', { slug: 'a', type: 'object', params: [{ slug: 'b' }] }, { b: 'x' }, { b: 'x' }, { b: 'x' }],
    [
      'an optional object of which nothing is filled in',
      { slug: 'a', type: 'object', params: [{ slug: 'b' }], constraints: { optional: true } },
      undefined,
      { b: null },
      undefined,
    ],
  ];

  test.each(rows)('%s is converted to input and back', (...row) => {
    const [, authored, given, typed, sent] = row;
    const parameters = [Parameter.parse(authored)];
    const inField = inputValuesOf(parameters, given === undefined ? {} : { a: given });
    expect([inField, parseInputValues(parameters, inField)]).toEqual([
      { a: typed },
      { values: sent === undefined ? {} : { a: sent }, problems: {} },
    ]);
  });

  test('invalid JSON is kept and reported by its path', () => {
    const parameters = [Parameter.parse({ slug: 'a', type: 'object', params: [{ slug: 'b', type: 'json' }] })];
    const { values, problems } = parseInputValues(parameters, { a: { b: '{oops' } });
    expect([values, Object.keys(problems)]).toEqual([{ a: {} }, ['a.b']]);
  });
});

describe('the form of a task', () => {
  const order: NonNullable<Authored['tasks']>[number] = {
    slug: 'order',
    name: 'Order something',
    parameters: [
      { slug: 'code', name: 'Code', constraints: { regex: '[A-Z]{2}\\d+' } },
      { slug: 'count', name: 'Count', type: 'integer', default: 2 },
      { slug: 'gift', name: 'Gift', type: 'boolean' },
      {
        slug: 'card',
        name: 'Card',
        hidden: '!params.gift',
        constraints: { validate: 'params.card.length > 3 ? null : "Too short"' },
      },
      {
        slug: 'size',
        name: 'Size',
        constraints: {
          options: [
            { label: 'Small', value: 's' },
            { label: 'Large', value: 'l' },
          ],
        },
      },
      { slug: 'tags', name: 'Tags', multi: true, constraints: { optional: true } },
      { slug: 'where', name: 'Where', type: 'object', params: [{ slug: 'street', name: 'Street' }] },
      { slug: 'region', name: 'Region', type: 'configvar' },
    ],
  };
  const workspace: Authored = {
    environments: [{ slug: 'prod', default: true, config: { EU: 'eu-1', US: 'us-1' } }],
    tasks: [order],
  };

  test('shows problems while typing, omits hidden fields, and sends typed values', async () => {
    const { page, user, hangar } = await openWindow({ workspace });
    await user.click(await page.findByRole('button', { name: 'Run… Order something' }));
    await user.type(await page.findByLabelText('Code'), 'ab1');
    page.getByText('Must match [A-Z]{2}\\d+');
    expect(page.queryByLabelText('Card')).toBeNull();
    await user.click(page.getByRole('button', { name: 'Run' }));
    expect(page.getAllByText('Is required')).toHaveLength(3);
    await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText('Code')));

    await user.clear(page.getByLabelText('Code'));
    await user.type(page.getByLabelText('Code'), 'AB1');
    await user.click(page.getByLabelText('Gift'));
    await user.type(await page.findByLabelText('Card'), 'Hi');
    page.getByText('Too short');
    await user.type(page.getByLabelText('Card'), ' Ada');
    await user.selectOptions(page.getByLabelText('Size'), 'Large');
    await user.click(page.getByRole('button', { name: 'Add to Tags' }));
    await user.type(page.getByLabelText('Tags 1'), 'red');
    await user.type(page.getByLabelText('Street'), 'Main');
    await user.selectOptions(page.getByLabelText('Region'), 'EU');
    await user.click(page.getByRole('button', { name: 'Run' }));
    await page.findByRole('heading', { level: 1, name: 'Order something' });
    const { run } = await hangar.api.runs.get({ params: { id: location.pathname.split('/')[2] ?? '' } });
    expect(run.paramValues).toEqual({
      code: 'AB1',
      count: 2,
      gift: true,
      card: 'Hi Ada',
      size: 'l',
      tags: ['red'],
      where: { street: 'Main' },
      region: 'EU',
    });
  });

  test('offers to remove a chosen value that is not allowed', async () => {
    const { page, user, hangar } = await openWindow({
      workspace: {
        tasks: [
          {
            id: 'pick',
            slug: 'pick',
            name: 'Pick',
            parameters: [{ slug: 'tags', multi: true, constraints: { options: ['a', 'b'] } }],
          },
        ],
      },
    });
    await page.findByRole('button', { name: 'Run… Pick' });
    openRunDialog({ kind: 'task', id: 'pick', paramValues: { tags: ['a', 'gone', 'gone'] } });
    const gone = await page.findByRole('checkbox', { name: 'gone (not allowed)' });
    expect(gone).toHaveProperty('checked', true);
    await user.click(gone);
    expect(page.queryByRole('checkbox', { name: 'gone (not allowed)' })).toBeNull();
    await user.click(page.getByRole('checkbox', { name: 'b' }));
    await user.click(page.getByRole('button', { name: 'Run' }));
    await page.findByRole('heading', { level: 1, name: 'Pick' });
    const { run } = await hangar.api.runs.get({ params: { id: location.pathname.split('/')[2] ?? '' } });
    expect(run.paramValues).toEqual({ tags: ['a', 'b'] });
  });

  test('has a field for a parameter with a name that every object has', async () => {
    const parameters: NonNullable<Authored['tasks']>[number]['parameters'] = [
      { slug: 'constructor' },
      { slug: 'toString', type: 'integer' },
      { slug: 'valueOf', type: 'object', params: [{ slug: 'hasOwnProperty' }] },
      { slug: 'isPrototypeOf', constraints: { options: ['yes', 'no'] } },
    ];
    const { page, user, hangar } = await openWindow({
      workspace: { tasks: [{ slug: 'odd', name: 'Odd', parameters }] },
    });
    await user.click(await page.findByRole('button', { name: 'Run… Odd' }));
    await user.type(await page.findByLabelText('constructor'), 'made');
    await user.type(page.getByLabelText('toString'), '7');
    await user.type(page.getByLabelText('hasOwnProperty'), 'own');
    await user.selectOptions(page.getByLabelText('isPrototypeOf'), 'no');
    await user.click(page.getByRole('button', { name: 'Run' }));
    await page.findByRole('heading', { level: 1, name: 'Odd' });
    const { run } = await hangar.api.runs.get({ params: { id: location.pathname.split('/')[2] ?? '' } });
    expect(run.paramValues).toEqual({
      constructor: 'made',
      toString: 7,
      valueOf: { hasOwnProperty: 'own' },
      isPrototypeOf: 'no',
    });
  });

  test('keeps its input when closed, and forgets it when sent', async () => {
    const { page, user } = await openWindow({
      workspace: { tasks: [{ slug: 'echo', name: 'Echo', parameters: [{ slug: 'text', name: 'Text' }] }] },
    });
    const open = async () => {
      await user.keyboard('{Control>}k{/Control}');
      await user.type(await page.findByRole('combobox', { name: 'Search commands' }), 'run echo');
      await page.findAllByRole('option', { name: /Echo/ });
      await user.keyboard('{Enter}');
    };
    await open();
    await user.type(await page.findByLabelText('Text'), 'half a sentence');
    await user.click(page.getAllByRole('button', { name: 'Close' }).at(-1)!);
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    await open();
    expect((await page.findByLabelText('Text')).getAttribute('value')).toBe('half a sentence');
    await user.click(page.getByRole('button', { name: 'Run' }));
    await page.findByRole('heading', { level: 1, name: 'Echo' });
    await user.click(await page.findByRole('link', { name: 'Overview' }));
    await open();
    expect((await page.findByLabelText('Text')).getAttribute('value')).toBe('');
  });
});
