import { expect, test } from 'vitest';
import { type AppState, openIn } from '../../electron/desktop/app-state.ts';

test('a link and a file that arrive during the start are opened after it, even when the application is activated', () => {
  const state: AppState = { path: '', file: '' };
  openIn(state, { path: '/runs' });
  openIn(state, { file: '/tmp/other.json' });
  openIn(state, {});
  expect(state).toEqual({ path: '/runs', file: '/tmp/other.json' });
});
