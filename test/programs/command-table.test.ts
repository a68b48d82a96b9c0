import { describe, expect, test } from 'vitest';
import { readCommandLine } from '../../electron/programs/command-line.ts';
import { ALL_COMMANDS, COMMANDS } from '../../electron/programs/actions/table.ts';

describe('the table of commands', () => {
  test.each(Object.entries(ALL_COMMANDS))('%s has an example that is a command line of it', (name, { example }) => {
    const [, words = ''] = /hangar ([^)]*)/.exec(example) ?? [];
    const [line = ''] = words.split(' > ');
    const request = readCommandLine(line.split(' '), {}, '1.2.3');
    expect(request.program === 'command' ? request.name : request.program).toBe(name);
  });

  test.each([...Object.keys(COMMANDS), 'explore'])(
    'hangar %s --help shows its arguments, flags and example',
    (name) => {
      const { usage, flags, example, summary } = ALL_COMMANDS[name]!;
      const request = readCommandLine([...name.split(' '), '--help'], {}, '1.2.3');
      const help = request.program === 'print' ? request.text : '';
      for (const part of [usage, example, summary, ...Object.values(flags).map((flag) => flag.help)])
        expect(help).toContain(part);
    },
  );

  test('hangar explore --help shows its exit codes, and no flag that it refuses', () => {
    const request = readCommandLine(['explore', '--help'], {}, '1.2.3');
    const help = request.program === 'print' ? request.text : '';
    expect(help).toMatch(/\n {2}10 {2}of hangar explore/);
    for (const [flag = ''] of help.matchAll(/(?<=^ {6})--[a-z-]+(?= |$)/gm))
      expect(() => readCommandLine(['explore', flag], {}, '1.2.3')).not.toThrow(/unknown flag/);
  });

  test('hangar --help lists every command', () => {
    const request = readCommandLine(['--help'], {}, '1.2.3');
    const help = request.program === 'print' ? request.text : '';
    for (const [name, { summary }] of Object.entries(ALL_COMMANDS)) {
      expect(help).toContain(`  hangar ${name}`);
      expect(help).toContain(summary);
    }
  });
});
