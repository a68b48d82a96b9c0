import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SettingsFile } from '../../electron/desktop/settings-file.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hangar-settings-'));
  file = join(folder, 'desktop.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const AT_FIRST = { keepServing: null, notifications: true, port: null, window: null };

test('settings are read at the next start, with the version of the file', () => {
  new SettingsFile(file).change({ port: 4200 });
  expect([new SettingsFile(file).current, JSON.parse(readFileSync(file, 'utf8'))]).toEqual([
    { ...AT_FIRST, port: 4200 },
    { version: 1, ...AT_FIRST, port: 4200 },
  ]);
  expect(readdirSync(folder)).toEqual(['desktop.json']);
});

test('a file of a newer Hangar is reported, not read, and never changed', () => {
  const text = '{"version": 2, "port": 4300}';
  writeFileSync(file, text);
  const settings = new SettingsFile(file);
  settings.change({ port: 4400 });
  expect([settings.problem, settings.current, readFileSync(file, 'utf8')]).toEqual([
    `${file} was written by a newer Hangar (version 2 of the format; this one knows 1) and is left as it is.`,
    { ...AT_FIRST, port: 4400 },
    text,
  ]);
});

test.each(['', '{', '[]', '{"version": 1, "port": "x", "notifications": false}'])(
  'an empty or incomplete file loses only its own settings: %s',
  (text) => {
    writeFileSync(file, text);
    const { problem, current } = new SettingsFile(file);
    expect([problem, current]).toEqual([
      '',
      text.includes('notifications') ? { ...AT_FIRST, notifications: false } : AT_FIRST,
    ]);
  },
);
