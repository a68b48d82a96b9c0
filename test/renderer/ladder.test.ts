import { describe, expect, test } from 'vitest';
import { labelledCalls, shownPeriod, type LadderCall, type LadderLane } from '../../renderer/core/ladder/ladder.ts';

function callAt(from: number, rest: Partial<LadderCall> = {}): LadderCall {
  const common = { note: '', end: '200', tone: 'ok', isArrived: true, answer: 'whole', isFaulted: false } as const;
  return { key: `call${from}`, from, to: from + 10, name: 'refund', ...common, ...rest };
}

const many = (count: number, faulted: number) =>
  Array.from({ length: count }, (_, index) =>
    callAt(index * 100, { isFaulted: index === faulted, name: `n${index % 5}` }),
  );

const place = ({ from }: LadderCall): number => from;

describe('the calls of a ladder', () => {
  test('have labels where there is room, the one that met a fault first', () => {
    const calls = [callAt(0), callAt(20, { isFaulted: true }), callAt(300)];
    expect([...labelledCalls(calls, place, 96)].sort()).toEqual([1, 2]);
  });

  test('have labels at the fault and its retry only, when they are more than twelve', () => {
    expect([...labelledCalls(many(13, 4), place, 96)]).toEqual([4, 9]);
  });

  test('of another client do not take the room of labels', () => {
    const calls = [callAt(0, { isBelow: true }), callAt(20)];
    expect([...labelledCalls(calls, place, 96)]).toEqual([0, 1]);
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
