import { expect, test } from 'vitest';
import { commandOf, exampleCommand } from '../../renderer/features/explore/explore-words.ts';

test.each([
  ['python-requests/2.32.3', 'python CLIENT.py'],
  ['node', 'node CLIENT.mjs'],
  ['sdk/js 0.2', 'node CLIENT.mjs'],
  ['Go-http-client/1.1', 'go run CLIENT.go'],
  ['curl/8.5.0', 'sh CLIENT.sh'],
  ['shop-worker/2.3', 'COMMAND'],
  ['', 'COMMAND'],
])('the first command has the program of the last client seen: %s', (client, command) => {
  const task = { slug: 'refund', parameters: [{ slug: 'order_id' }] };
  expect(exampleCommand('http://127.0.0.1:4330', task, client, 'sh')).toBe(
    `hangar explore --url http://127.0.0.1:4330 --invariant 'once refund per order_id' -- ${command}`,
  );
});

test('the command that repeats a counterexample is one line for the shell', () => {
  const found = { invariant: 'once refund', schedule: [{ kind: 'stop' }] as never };
  const line = (shell: 'sh' | 'cmd') => commandOf(found, { command: 'node job.mjs' }, 'http://127.0.0.1:4330', shell);
  const start = 'hangar explore --url http://127.0.0.1:4330 --invariant';
  expect(line('sh')).toBe(`${start} 'once refund' --replay '[{"kind":"stop"}]' -- node job.mjs`);
  expect(line('cmd')).toBe(`${start} "once refund" --replay "[{\\"kind\\":\\"stop\\"}]" -- node job.mjs`);
});
