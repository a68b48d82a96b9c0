import { expect, test } from 'vitest';
import { TriedSpace } from '../../../electron/programs/explore/space.ts';
import type { Step } from '../../../electron/programs/explore/walk.ts';
import { MAX_OUTCOMES } from '../../../shared/contract/emulator/explorations.ts';
import { ScheduleElement } from '../../../shared/model/schedule.ts';

const refund = { operation: 'tasks/execute', task: 'refund', nth: 1 };
const get = { operation: 'runs/get', nth: 1 };

function step(...elements: readonly object[]): Step {
  return { schedule: elements.map((element) => ScheduleElement.parse(element)), first: 0, latest: 0, isNew: false };
}

test('a walk is a cell for each call and fault, and a letter for each other schedule', () => {
  const space = new TriedSpace();
  const lose = step({ call: refund, kind: 'lose' });
  const after = step({ call: refund, kind: 'error', status: 500, after: true });
  const read = step({ call: get, kind: 'lose' });
  const person = step({ prompt: { task: 'pay' }, answer: 'submit' });
  space.plan([lose, after, read, person]);
  space.note(lose, 'b');
  space.note(person, 'h');
  const pairs = [
    step({ call: refund, kind: 'lose' }, { call: get, kind: 'lose' }),
    step({ call: refund, kind: 'refuse' }, { call: get, kind: 'lose' }),
  ];
  const retry = { ...step({ call: refund, kind: 'lose' }, { call: { ...refund, nth: 2 }, kind: 'lose' }), isNew: true };
  space.plan([retry, ...pairs]);
  space.begin(pairs[0]!);
  space.begin(pairs[1]!);
  space.note(pairs[1]!, 'u');
  expect(space.view()).toEqual({
    faults: ['lose', 'error 500 after'],
    calls: [
      { call: refund, outcomes: 'b.' },
      { call: get, outcomes: '.-' },
    ],
    ...{ newCalls: '.', pairs: 'ru', others: 'h' },
  });
});

test('schedules that are not planned are added, and no group grows without end', () => {
  const space = new TriedSpace();
  const many = { prompt: { task: 'pay' }, answer: 'submit' };
  for (let n = 0; n < MAX_OUTCOMES + 5; n++) {
    const one = step(many);
    space.begin(one);
    space.note(one, 'h');
  }
  expect(space.view().others).toBe('h'.repeat(MAX_OUTCOMES));
});
