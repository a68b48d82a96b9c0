import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { labelledCalls, shownPeriod, type LadderCall, type LadderLane } from '../../renderer/core/ladder/ladder.ts';
import { LadderCalls } from '../../renderer/core/ladder/LadderCalls.tsx';
import { scaleOf } from '../../renderer/ui/lists/time-scale.ts';

function callAt(from: number, rest: Partial<LadderCall> = {}): LadderCall {
  const common = { note: '', end: '200', tone: 'ok', isArrived: true, answer: 'whole', isFaulted: false } as const;
  return { key: `call${from}`, from, to: from + 10, name: 'refund', ...common, ...rest };
}

const many = (count: number, faulted: number) =>
  Array.from({ length: count }, (_, index) =>
    callAt(index * 100, { isFaulted: index === faulted, name: `n${index % 5}` }),
  );

/** The words beside the arrows, on an axis of as many pixels as milliseconds. */
function wordsOf(calls: readonly LadderCall[], width = 400): readonly string[] {
  const period = { from: 0, to: width };
  const scale = scaleOf(period.from, period.to, []);
  const hasBelow = calls.some(({ isBelow }) => isBelow);
  const svg = renderToStaticMarkup(<LadderCalls {...{ calls, scale, period, width, hasBelow }} now={undefined} />);
  return [...svg.matchAll(/data-part="(?:name|fault)"[^>]*>([^<]+)</g)].map(([, words = '']) => words);
}

describe('the calls of a ladder', () => {
  test('have words where no arrow of another call crosses them', () => {
    expect(wordsOf([callAt(0), callAt(20), callAt(100)])).toEqual(['refund', '200', 'refund', '200']);
    expect(wordsOf([callAt(0, { note: 'key 6f1c' }), callAt(60)])).toEqual(['refund', '200', 'refund', '200']);
  });

  test('say beside their fault what it did, on the other side where there is no room', () => {
    const lost = callAt(0, { isFaulted: true, answer: 'lost', end: 'answer lost' });
    expect(wordsOf([lost, callAt(20)])).toEqual(['answer lost', 'refund', '200']);
  });

  test('cut a long name to the room', () => {
    const long = callAt(0, { name: 'reconcile_the_ledger' });
    expect(wordsOf([long, callAt(80)])).toEqual(['reconcile…', '200', 'refund', '200']);
  });

  test('have labels at the fault and its retry only, when they are more than twelve', () => {
    expect([...labelledCalls(many(13, 4))]).toEqual([4, 9]);
  });

  test('of another client do not take the room of labels', () => {
    const calls = [callAt(0, { isBelow: true }), callAt(20)];
    expect(wordsOf(calls)).toEqual(['refund', '200', 'refund', '200']);
  });
});

describe('the axis of a ladder', () => {
  const lane: LadderLane = {
    ...{ key: 'run1', name: 'refund', shape: 'ok', tone: 'ok', made: 5, from: 5, to: 9000, note: '', end: '' },
    isBreaking: false,
  };

  test('shows all of forty calls and the runs that they made', () => {
    expect(shownPeriod({ calls: many(40, 20), lanes: [lane] })).toEqual({ from: 0, to: 9000 });
  });

  test('shows of more calls the fault and its retry, with what broke by it, until all is wanted', () => {
    const data = { calls: many(60, 20), lanes: [{ ...lane, to: 3000, isBreaking: true }] };
    expect(shownPeriod(data)).toEqual({ from: 0, to: 3299.5 });
    const calm = { calls: many(60, 20), lanes: [lane] };
    expect(shownPeriod(calm)).toEqual({ from: 1949, to: 2561 });
    expect(shownPeriod(calm, true)).toEqual({ from: 0, to: 9000 });
  });

  test('ends now while something goes on', () => {
    expect(shownPeriod({ calls: [callAt(0, { to: null })], lanes: [], now: 4000 })).toEqual({ from: 0, to: 4000 });
  });
});
