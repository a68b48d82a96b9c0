import { expect, test } from 'vitest';
import { lineLogger } from '../../electron/emulator/host/logger.ts';
import { readDocument } from '../../electron/emulator/store/workspace/workspace-text.ts';

test('control characters in a foreign file name do not reach the terminal', () => {
  const lines: string[] = [];
  const logger = lineLogger({ info: (line) => lines.push(line), alert: (line) => lines.push(line) }, 'text', false);
  const name = '\u001b]0;title\u0007\u001b[2J\r\u009b\u202e\u200f\u061c';
  let problem = '';
  try {
    readDocument(JSON.stringify({ version: 1, [name]: 1 }), 'file');
  } catch (error) {
    problem = String(error);
  }
  logger.error(`${problem}\n\tand on`);
  expect(lines).toEqual([
    expect.stringMatching(
      /^error: .*\\u001b\]0;title\\u0007\\u001b\[2J\\u000d\\u009b\\u202e\\u200f\\u061c: is not a known field/s,
    ),
  ]);
  expect(lines.join()).toMatch(/^[\n\t\x20-\x7e…“”]*$/);
});
