import { expect, onTestFinished, test } from 'vitest';
import { RunDuration } from '../../../renderer/core/run/RunRowView.tsx';
import { render } from '../../renderer/support/render.ts';

type Times = { activeAt: string | null; endedAt: string | null; held?: boolean };

test.each<[string, Times, string, string]>([
  ['of less than a millisecond', { activeAt: '204400', endedAt: '205000' }, '0.6 ms', 'After 4.4 ms in the queue'],
  ['that was cancelled in the queue', { activeAt: null, endedAt: '204000' }, '4 ms', 'In the queue'],
  ['that is in the queue', { activeAt: null, endedAt: null }, 'queued', 'In the queue'],
  ['that is held', { activeAt: '204400', endedAt: null, held: true }, 'held', 'After 4.4 ms in the queue'],
  ['that is held in the queue', { activeAt: null, endedAt: null, held: true }, 'held', 'In the queue'],
])('the length of a run %s', (_, { activeAt, endedAt, held = false }: Times, text, tooltip) => {
  const at = (micros: string | null) => (micros === null ? null : `2026-11-20 16:02:11.${micros}+00`);
  const times = { createdAt: '2026-11-20 16:02:11.200000+00', activeAt: at(activeAt), endedAt: at(endedAt), held };
  onTestFinished(render(<RunDuration run={times} />).unmount);
  expect(document.body.textContent).toBe(text);
  expect(document.querySelector('[title]')?.getAttribute('title')).toBe(tooltip);
});
