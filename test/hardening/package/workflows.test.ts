import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { releaseNotes } from '../../../build/release-notes.mjs';
import { mistakesIn, mistakesInFile } from './support/actionlint.ts';

const FOLDER = new URL('../../../.github/workflows/', import.meta.url);
const EXPLORE = new URL('../../../recipes/explore-workflow.yml', import.meta.url);
const RECIPE = new URL('../../../recipes/github-workflow.yml', import.meta.url);

const EXAMPLE = new URL('../../../examples/github-workflow/.github/workflows/test.yml', import.meta.url);
const ACTION = new URL('../../../action.yml', import.meta.url);

const read = (path: URL): Promise<string> => readFile(path, 'utf8');

test('workflows, also those of recipes and examples, have no fault that actionlint finds', async () => {
  const files = (await readdir(FOLDER)).map((name) => new URL(name, FOLDER));
  expect(files.length).toBeGreaterThan(1);
  for (const file of [...files, RECIPE, EXPLORE, EXAMPLE])
    expect(await mistakesInFile(file), file.pathname).toEqual([]);
  // The linter itself: it finds a mistake.
  expect(
    await mistakesIn('on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - runs: ls\n'),
  ).not.toEqual([]);
});

test('the workflow of the recipes uploads a bundle, which has no keys, and nothing else', async () => {
  const { jobs } = parse(await read(RECIPE)) as { jobs: Record<string, { steps: Step[] }> };
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const uploads = steps.filter(({ uses = '' }) => uses.startsWith('actions/upload-artifact@'));
  const bundles = steps.flatMap(({ run = '' }) => /--bundle-on-failure (\S+)/.exec(run)?.[1] ?? []);
  expect(bundles).toHaveLength(1);
  expect(uploads.map((step) => step.with?.['path'])).toEqual(bundles);
});

test('every action that a workflow uses is named by its commit', async () => {
  const files = [...(await readdir(FOLDER)).map((name) => new URL(name, FOLDER)), RECIPE, EXPLORE, EXAMPLE, ACTION];
  const used = await Promise.all(
    files.map(async (file) => [...(await read(file)).matchAll(/^ *(?:- )?uses: (.*)$/gm)]),
  );
  const names = used.flat().map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => name !== './' && !/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(name))).toEqual(
    [],
  );
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

test('workflows may change the repository only where they need to', async () => {
  for (const name of await readdir(FOLDER)) {
    const { permissions } = parse(await read(new URL(name, FOLDER))) as { permissions: unknown };
    expect({ name, permissions }).toEqual({ name, permissions: { contents: 'read' } });
  }
});

describe('the notes of a release', () => {
  const changelog =
    '# Changelog\n\n## 1.2.0, 2027-01-05\n\n### Added\n\n- One.\n\n## 1.1.0, not released yet\n\n- Two.\n';

  test('are the section of its version', () => {
    expect(releaseNotes(changelog, 'v1.2.0')).toBe('### Added\n\n- One.\n');
  });

  test.each([
    ['v1.3.0', 'has no section "## 1.3.0"'],
    ['v1.2', 'has no section "## 1.2"'],
    ['v1.1.0', 'not released yet: write the date instead'],
  ])('are refused for %s', (tag, reason) => {
    expect(() => releaseNotes(changelog, tag)).toThrow(reason);
  });
});
