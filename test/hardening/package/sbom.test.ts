import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSource } from '../../support/source-file.ts';
import { ROOT } from './support/installed.ts';

/** The parts of a bill of materials that are looked at here. */
interface Bom {
  readonly components: readonly Component[];
}
interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly object[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

let text: string;
let components: readonly Component[];
beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['build/sbom.mjs'], { cwd: ROOT });
  text = readFileSync(join(ROOT, 'out/sbom.cdx.json'), 'utf8');
  ({ components } = JSON.parse(text) as Bom);
});

/** Name of a component as npm writes it, and its version. */
function named({ group, name, version }: Component): string {
  return `${group === undefined ? '' : `${group}/`}${name} ${version}`;
}

function sourcesOf(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.d|\.config)\.tsx?$/.test(path))
      .map((path) => join(folder, path)),
  );
}

/** The package of a module's specifier. */
function packageOf(specifier: string): string[] {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.slice(0, 1) ?? [];
}

describe('the bill of materials', () => {
  test('is what the specification of CycloneDX allows', async () => {
    expect(await new JsonStrictValidator(Version.v1dot6).validate(text)).toBeNull();
  });

  test('names every package that a source file imports', () => {
    const imported = sourcesOf('shared', 'electron', 'renderer').flatMap((path) =>
      readSource(path, readFileSync(join(ROOT, path), 'utf8')).imports.flatMap(({ specifier, typeOnly }) =>
        typeOnly || /^(?:[./#]|node:|\w+:|hangar\b|vitest$)/.test(specifier) ? [] : packageOf(specifier),
      ),
    );
    expect(new Set(imported).size).toBeGreaterThan(30);
    const names = components.map((component) => named(component).replace(/ \S+$/, ''));
    // The one that is not ours: who executes SQL on MySQL brings it.
    const expected = new Set(imported.filter((name) => name !== 'mysql2'));
    expect([...expected].filter((name) => !names.includes(name))).toEqual([]);
  });

  test('names the packages whose licences come along, and Electron', () => {
    const notices = readFileSync(join(ROOT, 'out/THIRD-PARTY-NOTICES.txt'), 'utf8');
    const inNotices = [...notices.matchAll(/^-{80}\n\n(.+ \S+) \(/gm)].map(([, name]) => name);
    const names = components.map(named).filter((name) => !name.startsWith('electron '));
    expect(names.toSorted()).toEqual(inNotices.toSorted());
    expect(names).toHaveLength(components.length - 1);
  });

  test('has an address, a licence and, for what came from npm, a checksum for each', () => {
    expect(components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
    const fromNpm = components.filter(({ purl }) => purl.startsWith('pkg:npm/'));
    expect(fromNpm.length).toBeGreaterThan(components.length - 5);
    for (const { purl, hashes } of fromNpm)
      expect({ purl, hashes }).toMatchObject({
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) as string }],
      });
  });
});
