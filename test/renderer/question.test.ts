import { expect, test } from 'vitest';
import { questionBody } from '../../renderer/core/prompt/question.ts';
import { questionTitle } from '../../shared/model/titles.ts';
import { timesOutText } from '../../renderer/core/prompt/TimesOut.tsx';

const LONG = 'Refund an order whose parcel arrived open and from which two of three items are missing?';

test.each([
  ['', '', ''],
  ['Refund 5?', 'Refund 5?', ''],
  ['  \n# Refund **5**?\n\nSee below.\n', 'Refund 5?', 'See below.'],
  ['Refund `5` of _ten_ *now*?\n- one', 'Refund 5 of ten now?', '- one'],
  ['See [photos](https://a.test/x) first', 'See photos first', 'See [photos](https://a.test/x) first'],
  [`${LONG}\nReally?`, LONG, `${LONG}\nReally?`],
  ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name', ''],
])('of the question %j, the title is %j, and below a header is %j', (description, title, body) => {
  expect([questionTitle(description), questionBody(description, true)]).toEqual([title, body]);
});

test('a card shows a long first line once, as its title', () => {
  expect(questionBody(`${LONG}\nReally?`, false)).toBe('Really?');
});

test.each([
  [0, 'times out now'],
  [-5000, 'times out now'],
  [44_000, 'times out in 44 s'],
  [3_359_000, 'times out in 55 min'],
  [3_360_000, 'times out in 56 min'],
  [3_600_000, 'times out in 1 h'],
  [4_140_000, 'times out in 1 h 9 min'],
  [93_600_000, 'times out in 1 d 2 h'],
])('%i ms before its end a prompt %s', (left, text) => expect(timesOutText(left)).toBe(text));
