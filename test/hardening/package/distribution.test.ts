import { execFile, type ExecFileOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { manifests } from '../../../build/packaging/render.mjs';
import { needs, skipWithout } from '../../support/needs.ts';
import { mistakesIn } from './support/actionlint.ts';
import { cleanVariables, pack, ROOT } from './support/installed.ts';
import { published } from './support/published.ts';

let folder: string;
let tarball: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hangar-distribution-'));
  tarball = await pack(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

/** Runs a script as a runner does. */
function shell(script: string, options: ExecFileOptions): Promise<{ failed: boolean; printed: string }> {
  const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  return new Promise((resolve) => {
    execFile('bash', args, options, (error, stdout, stderr) => {
      resolve({ failed: error !== null, printed: `${stdout.toString()}${stderr.toString()}` });
    });
  });
}

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

describe('the action', () => {
  needs('bash', 'curl');
  let steps: readonly Step[];
  let inputs: Action['inputs'];
  beforeAll(async () => {
    ({
      inputs,
      runs: { steps },
    } = parse(await read('action.yml')) as Action);
  });

  test('has no fault that actionlint finds', async () => {
    const given = Object.fromEntries(Object.keys(inputs).map((name) => [name, { type: 'string' }]));
    const workflow = { on: { workflow_call: { inputs: given } }, jobs: { own: { 'runs-on': 'ubuntu-latest', steps } } };
    expect(await mistakesIn(stringify(workflow))).toEqual([]);
  });

  test('uploads a bundle, and nothing else', () => {
    const uploads = steps.flatMap((step) => (step.uses?.startsWith('actions/upload-artifact@') ? [step.with] : []));
    expect(uploads.map((each) => each?.['path'])).toEqual(['${{ runner.temp }}/failure.hangar-bundle']);
  });

  /** Runs the steps with a shell as a runner does: until one fails, then those for a failure. Gives the outcome and the output. */
  async function runWith(own: Readonly<Record<string, string>>) {
    const given: Readonly<Record<string, string>> = { package: tarball, sha256: await sum(), workspace: '', ...own };
    const temp = await mkdtemp(join(folder, 'runner-'));
    const files = { GITHUB_OUTPUT: join(temp, 'output'), GITHUB_ENV: join(temp, 'env') };
    for (const file of Object.values(files)) await writeFile(file, '');
    let failed = false;
    let printed = '';
    for (const step of steps) {
      const isRun = given['run'] !== '' || !(step.if ?? '').includes("inputs.run != ''");
      const isDue = /always\(\)/.test(step.if ?? '') || failed === /failure\(\)/.test(step.if ?? '');
      if (step.run === undefined || !isRun || !isDue) continue;
      const variables = Object.entries(step.env ?? {}).map(([name, value]) => {
        return [name, value.replace(/^\$\{\{ inputs\.([\w-]+) \}\}$/, (_, input: string) => given[input] ?? '')];
      });
      const exported = (await readFile(files.GITHUB_ENV, 'utf8')).split('\n').filter((line) => line !== '');
      const env = {
        ...cleanVariables(temp),
        ...{ ...files, RUNNER_TEMP: temp },
        ...Object.fromEntries(exported.map((line) => line.split(/=(.*)/s).slice(0, 2))),
        ...Object.fromEntries(variables),
      };
      const ran = await shell(step.run, { env, cwd: folder });
      failed ||= ran.failed;
      printed += ran.printed;
    }
    return { failed, printed, temp };
  }

  const sum = async () =>
    createHash('sha256')
      .update(await readFile(tarball))
      .digest('hex');
  const CALL = `curl -fsS "$HANGAR_URL/v0/tasks/execute" -H "X-Service-API-Key: $HANGAR_API_KEY" -d '{"slug":"greet"}'`;

  test('runs a suite around a Hangar from the package, and stops it', async () => {
    const { failed, printed, temp } = await runWith({ run: CALL });
    expect([failed, printed]).toEqual([false, expect.stringContaining('{"runID":"run2')]);
    const url = /^url=(.*)$/m.exec(await readFile(join(temp, 'output'), 'utf8'))?.[1] ?? '';
    await expect.poll(() => fetch(url).catch(() => 'ended')).toBe('ended');
  });

  test('fails as the suite fails, with a bundle that has no keys', async () => {
    const { failed, temp } = await runWith({ run: `${CALL}; exit 3` });
    expect(failed).toBe(true);
    const bundle = gunzipSync(await readFile(join(temp, 'failure.hangar-bundle'))).toString();
    expect(bundle).toContain('tasks/execute');
    const key = /^HANGAR_API_KEY=(.*)$/m.exec(await readFile(join(temp, 'env'), 'utf8'))?.[1] ?? '';
    expect([key.length > 10, bundle.includes(key)]).toEqual([true, false]);
  });

  test('installs nothing but the file of the checksum', async () => {
    const { failed, printed } = await runWith({ sha256: '0'.repeat(64), run: CALL });
    expect([failed, printed]).toEqual([true, expect.stringContaining('nothing was installed')]);
    expect(printed).not.toContain('runID');
  });
});

describe('the feature of Dev Containers', () => {
  needs('POSIX');

  const Feature = z.strictObject({
    id: z.literal('hangar'),
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    name: z.string(),
    description: z.string(),
    options: z.record(
      z.string().regex(/^\w+$/),
      z.strictObject({ type: z.enum(['string', 'boolean']), default: z.string(), description: z.string() }),
    ),
    containerEnv: z.record(z.string(), z.string()),
  });

  test('is what the specification of features allows, in a folder of its name', async () => {
    const file = 'recipes/devcontainer/hangar/devcontainer-feature.json';
    expect(Feature.parse(JSON.parse(await read(file))).id).toBe('hangar');
  });

  test('installs the command from the registry, in the version asked for', async () => {
    const hangar = await published();
    const prefix = await hangar.folder('prefix');
    const { version } = JSON.parse(await read('package.json')) as { version: string };
    const env = { ...hangar.env, npm_config_prefix: prefix };
    const install = join(ROOT, 'recipes/devcontainer/hangar/install.sh');
    await promisify(execFile)('sh', [install], { env: { ...env, VERSION: version } });
    const { stdout } = await promisify(execFile)(join(prefix, 'bin/hangar'), ['--version'], { env });
    expect(stdout).toBe(`${version}\n`);
    await hangar.close();
  });
});

describe('the manifests for other package managers', () => {
  const SUM = z.string().regex(/^[\da-f]{64}$/);
  const URL_OF_FILE = z.url().regex(/\/releases\/download\/v1\.2\.3\/Hangar-1\.2\.3-win-x64\.(?:exe|zip)$/);
  const winget = (type: string, fields: z.ZodRawShape) =>
    z.strictObject({
      PackageIdentifier: z.string().regex(/^[^.\s\\/:*?"<>|]{1,32}(?:\.[^.\s\\/:*?"<>|]{1,32}){1,7}$/),
      PackageVersion: z.literal('1.2.3'),
      ManifestType: z.literal(type),
      ManifestVersion: z.literal('1.6.0'),
      ...fields,
    });

  /** The parts of each package manager's schema that a manifest of ours uses. */
  const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
    'winget/Hangar.Hangar.yaml': winget('version', { DefaultLocale: z.literal('en-US') }),
    'winget/Hangar.Hangar.locale.en-US.yaml': winget('defaultLocale', {
      PackageLocale: z.literal('en-US'),
      Publisher: z.string().min(2).max(256),
      PublisherSupportUrl: z.url(),
      PackageName: z.string().min(2).max(256),
      PackageUrl: z.url(),
      License: z.string().min(3).max(512),
      ShortDescription: z.string().min(3).max(256),
      ReleaseNotesUrl: z.url(),
    }),
    'winget/Hangar.Hangar.installer.yaml': winget('installer', {
      InstallerType: z.enum(['nullsoft', 'zip', 'exe', 'msi', 'msix', 'portable']),
      Scope: z.enum(['user', 'machine']),
      UpgradeBehavior: z.enum(['install', 'uninstallPrevious', 'deny']),
      Installers: z.array(
        z.strictObject({ Architecture: z.enum(['x64', 'arm64']), InstallerUrl: URL_OF_FILE, InstallerSha256: SUM }),
      ),
    }),
    'server.json': z.strictObject({
      $schema: z.url(),
      name: z.string().regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
      description: z.string().max(100),
      version: z.literal('1.2.3'),
      repository: z.strictObject({ url: z.url(), source: z.string() }),
      websiteUrl: z.url(),
      packages: z.array(
        z.strictObject({
          registryType: z.literal('npm'),
          identifier: z.literal('hangar'),
          version: z.literal('1.2.3'),
          runtimeHint: z.literal('npx'),
          transport: z.strictObject({ type: z.literal('stdio') }),
          packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.literal('mcp') })),
        }),
      ),
    }),
    'scoop/hangar.json': z.strictObject({
      version: z.literal('1.2.3'),
      description: z.string(),
      homepage: z.url(),
      license: z.literal('MIT'),
      architecture: z.strictObject({ '64bit': z.strictObject({ url: URL_OF_FILE, hash: SUM }) }),
      shortcuts: z.array(z.tuple([z.string(), z.string()])),
      checkver: z.strictObject({ url: z.url(), regex: z.string() }),
      autoupdate: z.strictObject({ architecture: z.strictObject({ '64bit': z.strictObject({ url: z.string() }) }) }),
    }),
  };
  const packaged = ['mac-arm64.dmg', 'mac-x64.dmg', 'win-x64.exe', 'win-x64.zip'];
  const FILES = ['hangar-1.2.3.tgz', ...packaged.map((name) => `Hangar-1.2.3-${name}`)];
  const sums = FILES.map((file) => `${createHash('sha256').update(file).digest('hex')}  ${file}`).join('\n');

  async function rendered(given = sums) {
    const manifest = JSON.parse(await read('package.json')) as Parameters<typeof manifests>[1];
    return manifests(given, { ...manifest, version: '1.2.3' });
  }

  test('are what each package manager allows', async () => {
    const files = await rendered();
    for (const [path, schema] of Object.entries(SCHEMAS)) schema.parse(parse(files[path] ?? ''));
    expect(
      Object.keys(files)
        .filter((path) => !(path in SCHEMAS))
        .toSorted(),
    ).toEqual(['homebrew/hangar-desktop.rb', 'homebrew/hangar.rb']);
  });

  test('name the files of the release, each with its own checksum, and no placeholder is left', async () => {
    const all = Object.values(await rendered()).join('\n');
    expect(all).not.toMatch(/\{\{|<version>/);
    for (const line of sums.split('\n')) expect(all).toContain(line.slice(0, 64));
  });

  test('are refused where a file of the release is missing', async () => {
    await expect(rendered(sums.replace(/^.*win-x64\.exe$/m, ''))).rejects.toThrow(
      '{{sha256 Hangar-<version>-win-x64.exe}}',
    );
  });

  test('are written by the command of the release', async () => {
    const { version } = JSON.parse(await read('package.json')) as { version: string };
    await writeFile(join(folder, 'SHA256SUMS'), sums.replaceAll('1.2.3', version));
    const out = join(folder, 'manifests');
    await promisify(execFile)(process.execPath, ['build/packaging/render.mjs', join(folder, 'SHA256SUMS'), out], {
      cwd: ROOT,
    });
    expect(await readFile(join(out, 'homebrew/hangar.rb'), 'utf8')).toContain(`/v${version}/${basename(tarball)}"`);
  });
});

test('the scripts of the image and of the feature are correct for their shells', async (context) => {
  skipWithout(context, 'bash', 'POSIX');
  await promisify(execFile)('bash', ['-n', join(ROOT, 'build/packaging/smoke-image.sh')]);
  await promisify(execFile)('sh', ['-n', join(ROOT, 'recipes/devcontainer/hangar/install.sh')]);
});
