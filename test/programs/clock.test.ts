import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { run, serve } from '../support/program.ts';

const { folder, home } = builtProgram();
const NOW = '2030-01-01T00:00:00Z';

async function clockOf(url: string): Promise<{ now: string; state: string; autoSkip: boolean }> {
  return (await (await fetch(`${url}/_emulator/clock`)).json()) as never;
}

function advance(url: string, seconds: number): Promise<Response> {
  return fetch(`${url}/_emulator/clock/advance`, { method: 'POST', body: JSON.stringify({ seconds }) });
}

describe('flags of the clock', () => {
  test('and their variables set it at the start', async () => {
    const env = { ...home(), HANGAR_FREEZE: '1' };
    const { ready } = await serve(['--in-memory', '--now', NOW, '--auto-skip'], { env });
    const { now, state, autoSkip } = await clockOf(ready.url);
    expect([now, state, autoSkip]).toEqual(['2030-01-01 00:00:00.000000+00', 'frozen', true]);
  });

  test('a frozen clock is where it was after kill -9, and --now may not be before', async () => {
    const data = join(folder(), 'clock');
    const first = await serve(['--data', data, '--now', NOW, '--freeze'], { env: home() });
    await advance(first.ready.url, 90);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await serve(['--data', data], { env: home() });
    const { now, state } = await clockOf(second.ready.url);
    await second.stop();
    const refused = await run(['serve', '--data', data, '--now', NOW], { env: home() });
    expect([now, state, refused.code, refused.stderr]).toEqual([
      '2030-01-01 00:01:30.000000+00',
      'frozen',
      2,
      expect.stringContaining('must not be before the emulated time'),
    ]);
  });
});
