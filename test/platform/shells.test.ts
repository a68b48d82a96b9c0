import { describe, expect, test } from 'vitest';
import { firstRequests } from '../../electron/programs/start-server.ts';
import { usualShell as shellOf } from '../../electron/emulator/platform/environment.ts';
import { curlOf, usualShell } from '../../renderer/ui/text/curl.ts';
import { powerShellRequest } from '../../shared/http/powershell-request.ts';
import { cmdWord, commandWord, powerShellWord } from '../../shared/values/shell-words.ts';
import { fc, runs } from '../support/properties.ts';

/** The line that cmd gives to a program: carets taken away outside of quotes. Throws where the line would not be one command. */
function throughCmd(line: string): string {
  let given = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? '';
    if (sign === '^' && !isQuoted) {
      at += line[at + 1] === '\n' ? 2 : 1;
      given += line[at] ?? '';
      continue;
    }
    if (sign === '"') isQuoted = !isQuoted;
    if (sign === '\n' || (!isQuoted && '&|<>'.includes(sign))) throw new Error(`cmd ends the command at ${at}`);
    given += sign;
  }
  return given;
}

/** The arguments that a program of Windows finds in its line. */
function argumentsIn(line: string): string[] {
  const found: string[] = [];
  let word = '';
  let isQuoted = false;
  for (let at = 0; at <= line.length; at++) {
    const backslashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
    if (backslashes > 0) {
      at += backslashes - 1;
      if (line[at + 1] !== '"') word += '\\'.repeat(backslashes);
      else {
        word += '\\'.repeat(backslashes >> 1);
        if (backslashes % 2 === 1) word += line[++at] ?? '';
      }
    } else if (line[at] === '"') isQuoted = !isQuoted;
    else if (at === line.length || (line[at] === ' ' && !isQuoted)) {
      found.push(word);
      word = '';
    } else word += line[at] ?? '';
  }
  return found;
}

describe('a word for cmd', () => {
  test.each([
    ['{"slug":"hello_world"}', '"{\\"slug\\":\\"hello_world\\"}"'],
    ['X-Service-API-Key: tkn_1', '"X-Service-API-Key: tkn_1"'],
    ['C:\\data\\', '"C:\\data\\\\"'],
    ['a&b', '^"a^&b^"'],
    ['100%', '^"100^%^"'],
  ])('%s is written %s', (text, word) => {
    expect(cmdWord(text)).toBe(word);
  });

  test('reaches a program as it was, whatever is in it', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'ab1 "\\^&|<>()!\'%,;=\n{}:'.split('')) });
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        const line = throughCmd(`${cmdWord(one)} ${cmdWord(other)}`);
        expect(argumentsIn(line)).toEqual([one, other]);
      }),
      runs(500),
    );
  });
});

test.each([
  ['refund', 'refund', 'refund'],
  ['http://127.0.0.1:4100', 'http://127.0.0.1:4100', 'http://127.0.0.1:4100'],
  ['once refund per order_id', `'once refund per order_id'`, '"once refund per order_id"'],
  ['[{"kind":"lose"}]', `'[{"kind":"lose"}]'`, '"[{\\"kind\\":\\"lose\\"}]"'],
  ['C:\\my job.js', `'C:\\my job.js'`, '"C:\\my job.js"'],
  ['100%', `'100%'`, '^"100^%^"'],
  ['', `''`, '""'],
])('the word %j of a printed command is %s for sh and %s for cmd', (text, sh, cmd) => {
  expect([commandWord(text, 'sh'), commandWord(text, 'cmd')]).toEqual([sh, cmd]);
});

test('a word for PowerShell ends at no quote of the text, the typographic ones included', () => {
  expect(powerShellWord("it's ‘so’ $HOME `n")).toBe("'it''s ‘‘so’’ $HOME `n'");
});

test('a request for PowerShell gives the content type by its own option, and other letters as bytes', () => {
  const headers = { 'X-Service-API-Key': 'tkn_1', 'Content-Type': 'application/json' };
  const request = { method: 'POST', url: 'http://127.0.0.1:4100/v0/tasks/execute', headers };
  expect(powerShellRequest({ ...request, body: '{"slug":"a"}' })).toBe(
    `Invoke-RestMethod 'http://127.0.0.1:4100/v0/tasks/execute' -Method POST -Headers @{ 'X-Service-API-Key' = 'tkn_1' } -ContentType 'application/json' -Body '{"slug":"a"}'`,
  );
  expect(powerShellRequest({ ...request, body: 'ü' })).toContain(`-Body ([Text.Encoding]::UTF8.GetBytes('ü'))`);
  expect(powerShellRequest({ ...request, body: 'AAE=', encoding: 'base64' })).toContain(
    `([Convert]::FromBase64String('AAE='))`,
  );
  expect(powerShellRequest({ method: 'GET', url: 'http://x/' })).toBe(`Invoke-RestMethod 'http://x/'`);
});

test.each<[platform: NodeJS.Platform, slug: string | undefined, lines: string[]]>([
  ['linux', 'greet', [`Try it:  curl http://x/v0/tasks/execute -d '{"slug":"greet"}' -H 'X-Service-API-Key: tkn_1'`]],
  ['darwin', undefined, [`Try it:  curl http://x/v0/runs/list -H 'X-Service-API-Key: tkn_1'`]],
  [
    'win32',
    'greet',
    [
      'Try it:  curl.exe http://x/v0/tasks/execute -d "{\\"slug\\":\\"greet\\"}" -H "X-Service-API-Key: tkn_1"',
      `In PowerShell:  Invoke-RestMethod 'http://x/v0/tasks/execute' -Method POST -Headers @{ 'X-Service-API-Key' = 'tkn_1' } -Body '{"slug":"greet"}'`,
    ],
  ],
])('a start on %s shows what its shells take', (platform, slug, lines) => {
  expect(firstRequests({ url: 'http://x', apiKey: 'tkn_1' }, slug, shellOf(platform))).toEqual(lines);
});

describe('curl', () => {
  test.each([
    ['Win32', 'cmd'],
    ['MacIntel', 'sh'],
    ['Linux x86_64', 'sh'],
  ])('is copied by a window on %s for %s', (platform, shell) => {
    expect(usualShell(platform)).toBe(shell);
  });

  test('for cmd is one line, by the name that PowerShell does not take for its own', () => {
    const request = { method: 'POST', url: 'http://x/a?b=1&c', headers: { K: 'v' }, body: '{"a":1}' };
    expect(curlOf(request, 'cmd')).toBe('curl.exe ^"http://x/a^?b=1^&c^" -H "K: v" --data-raw "{\\"a\\":1}"');
    expect(curlOf({ ...request, body: 'AAE=', encoding: 'base64' }, 'cmd')).toBe(
      'rem Save the body of the request as body.bin first.\ncurl.exe -X POST ^"http://x/a^?b=1^&c^" -H "K: v" --data-binary "@body.bin"',
    );
  });
});
