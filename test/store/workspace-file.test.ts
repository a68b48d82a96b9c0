import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../shared/http/errors.ts';
import { derivedId } from '../../shared/registry/ids.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { readRegularFile } from '../../electron/emulator/files/read-file.ts';
import {
  openWorkspace,
  type WorkspaceFile,
  type WorkspaceOptions,
} from '../../electron/emulator/store/workspace/workspace-file.ts';
import { skipWithout } from '../support/needs.ts';
import { runs } from '../support/properties.ts';
import { until } from '../support/until.ts';

const EXAMPLE = readFileSync(new URL('./fixtures/product-example.workspace.txt', import.meta.url), 'utf8');
const INITIAL: AuthoredWorkspace = { version: 1, tasks: [{ slug: 'sample' }] };

let folder = '';
let file = '';
const opened: WorkspaceFile[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hangar-workspace-'));
  file = join(folder, 'workspace.json');
});

afterEach(async () => {
  for (const workspace of opened.splice(0)) await workspace.close();
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

async function open(options: Partial<WorkspaceOptions> = {}): Promise<WorkspaceFile> {
  const workspace = await openWorkspace({ file, initial: INITIAL, ...options });
  opened.push(workspace);
  return workspace;
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'nothing was refused',
    (error: unknown) => (error instanceof ApiError ? `${error.code}: ${error.message}` : String(error)),
  );
}

/** Resolves with the next change of a workspace. */
function nextChange(workspace: WorkspaceFile): Promise<void> {
  return new Promise((resolve) => {
    const stop = workspace.subscribe(() => {
      stop();
      resolve();
    });
  });
}

/** Every third byte in the second lane, fewer in the first. */
const STEP = 30 / runs(1).numRuns;

describe('opening', () => {
  test.each<[what: string, damage: (bytes: Buffer, at: number) => Buffer]>([
    ['a bit that flips', (bytes, at) => bytes.fill(bytes[at]! ^ (1 << (at % 7)), at, at + 1)],
    ['an end that is missing', (bytes, at) => bytes.subarray(0, at)],
  ])(
    '%s is refused with the file and the place, or means what it says; the file is never touched',
    async (_, damage) => {
      const size = Buffer.byteLength(EXAMPLE);
      for (let at = 0; at < size - 2; at += STEP) {
        const bytes = damage(Buffer.from(EXAMPLE), at);
        writeFileSync(file, bytes);
        const outcome = await openWorkspace({ file, initial: INITIAL }).then(
          async (workspace) => {
            await workspace.close();
            // There is no checksum on what people write by hand: another letter is another text, and nothing less is there.
            return jsonShape(workspace.authored()) === jsonShape(JSON.parse(bytes.toString()));
          },
          (error: unknown) =>
            error instanceof Error && error.name === 'WorkspaceError' && error.message.startsWith(file),
        );
        expect([at, outcome, readFileSync(file).equals(bytes)]).toEqual([at, true, true]);
      }
    },
  );

  test('the example of the product page loads unchanged, and starting on it twice changes nothing', async () => {
    writeFileSync(file, EXAMPLE);
    const workspace = await open();
    await open();
    expect({
      text: readFileSync(file, 'utf8'),
      files: readdirSync(folder),
      tasks: workspace.current().tasks.map(({ slug, timeout }) => ({ slug, timeout })),
      status: workspace.status(),
      created: workspace.created,
    }).toEqual({
      text: EXAMPLE,
      files: ['workspace.json'],
      tasks: [{ slug: 'refund', timeout: 3600 }],
      status: {
        revision: 1,
        problem: '',
        warnings: [
          'tasks[0].behavior.steps[3].task: there is no task "notify".',
          'runbooks[0].blocks[0].task: there is no task "check_books".',
        ],
      },
      created: false,
    });
  });

  test('a missing file is made, with its folder', async () => {
    file = join(folder, 'new', 'workspace.json');
    const { created } = await open();
    expect({ created, text: readFileSync(file, 'utf8') }).toEqual({
      created: true,
      text: '{\n  "version": 1,\n  "tasks": [\n    {\n      "slug": "sample"\n    }\n  ]\n}\n',
    });
  });

  test('a file that is made is readable by its owner only', async (context) => {
    skipWithout(context, 'POSIX');
    await open();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each<[what: string, text: string, message: string]>([
    ['no JSON', '{\n  "version": 1,\n}', ':3:1: is not valid JSON: property name expected.'],
    ['comments', '{ // no\n "version": 1 }', ':1:3: is not valid JSON: invalid comment token.'],
    ['nothing', '', ': is empty; a workspace needs at least {"version": 1}.'],
    ['a list', '[]', ':1:1: must hold a JSON object.'],
    ['a field twice', '{"version": 1,\n "tasks": [], "tasks": []}', ':2:15: tasks: is given twice.'],
    [
      'a newer version',
      '{"version": 2}',
      ':1:13: version: is 2, of a newer Hangar; this one knows version 1, and leaves the file as it is. Use the newer Hangar, or another file.',
    ],
    ['no version', '{}', ':1:1: version: is required.'],
    [
      'an unknown step',
      steps('{ "do": "lag" }'),
      ':1:88: tasks[0].behavior.steps[0].do: must be one of "log", "wait", "prompt", "execute", "fail", "output".',
    ],
    ['a wrong type', steps('{ "do": "log", "text": 3 }'), ':1:103: tasks[0].behavior.steps[0].text: must be a string.'],
    ['an unknown field', '{"version": 1,\n"bogus": 1}', ':2:10: bogus: is not a known field.'],
    [
      'a wrong webhook',
      '{"version": 1, "tasks": [{"slug": "a", "webhooks": {"b": {"requireServiceToken": 1}}}]}',
      ':1:82: tasks[0].webhooks.b.requireServiceToken: must be true or false.',
    ],
    [
      'a slug twice',
      '{"version": 1, "tasks": [{"slug": "a"}, {"slug": "a", "id": "x"}]}',
      ':1:50: tasks[1].slug: "a" is already used by tasks[0].',
    ],
    [
      'an ID twice',
      '{"version": 1, "tasks": [{"slug": "a", "id": "x"}, {"slug": "b", "id": "x"}]}',
      ':1:72: tasks[1].id: "x" is already used by tasks[0].',
    ],
    [
      'two default environments',
      '{"version": 1, "environments": [{"slug": "a", "default": true}, {"slug": "b", "default": true}]}',
      ':1:90: environments[1].default: environments[0] is already the default.',
    ],
    [
      'a viewer with a key',
      '{"version": 1, "users": [{"email": "v@x", "role": "viewer"}], "apiKeys": [{"key": "tkn_v", "user": "v@x"}]}',
      ':1:100: apiKeys[0].user: "v@x" is a viewer, who may not own a key.',
    ],
    [
      "a developer's key that bypasses requests",
      '{"version": 1, "users": [{"email": "d@x"}], "apiKeys": [{"key": "tkn_d", "user": "d@x", "requests": "bypass"}]}',
      ':1:101: apiKeys[0].requests: only the key of an admin may have "bypass", and "d@x" is no admin.',
    ],
    [
      'a key of nobody that bypasses requests',
      '{"version": 1, "apiKeys": [{"key": "tkn_n", "user": "n@x", "requests": "bypass"}]}',
      ':1:72: apiKeys[0].requests: only the key of an admin may have "bypass", and "n@x" is no admin.',
    ],
    [
      'a webhook_payload of another type',
      '{"version": 1, "tasks": [{"slug": "a", "parameters": [{"slug": "webhook_payload"}]}]}',
      ':1:55: tasks[0].parameters[0].type: must be "json" for webhook_payload.',
    ],
    [
      'a broken pattern',
      '{"version": 1, "tasks": [{"slug": "a", "parameters": [{"slug": "b", "constraints": {"regex": "("}}]}]}',
      ':1:94: tasks[0].parameters[0].constraints.regex: ',
    ],
    [
      'a broken condition',
      steps('{ "do": "fail", "when": "params." }'),
      ':1:104: tasks[0].behavior.steps[0].when: Expression ends too early: “params.”.',
    ],
    [
      'a broken template',
      steps('{ "do": "log", "text": "{{ 1 + }}" }'),
      ':1:103: tasks[0].behavior.steps[0].text: Expression ends too early: “1 +”.',
    ],
    [
      'an incomplete resource',
      '{"version": 1, "resources": [{"slug": "a", "kind": "rest", "resource": {}}]}',
      ':1:72: resources[0].resource.baseURL: is required for kind "rest".',
    ],
  ])('%s is refused with file, place and reason, and left as it is', async (_, text, message) => {
    writeFileSync(file, text);
    expect(await failureOf(open())).toContain(`WorkspaceError: ${file}${message}`);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('references to what does not exist are warnings, each with its place', async () => {
    const workspace = await open({
      file: null,
      initial: {
        version: 1,
        groups: [{ slug: 'ops', members: ['nobody@x'] }],
        apiKeys: [{ key: 'tkn_a', user: 'nobody@x', environments: ['default', 'moon'] }],
        tasks: [
          {
            slug: 'a',
            resources: { db: 'none' },
            isPrivate: true,
            permissions: [{ subGroupID: 'ops' }, { subUserID: 'who@x' }],
            behavior: {
              kind: 'steps',
              steps: [
                { do: 'execute', task: '{{ params.which }}' },
                { do: 'prompt', reviewers: { groups: ['ops', 'devs'], users: ['who@x'] } },
              ],
            },
          },
        ],
      },
    });
    expect(workspace.status().warnings).toEqual([
      'groups[0].members[0]: there is no user "nobody@x".',
      'apiKeys[0].user: there is no user "nobody@x".',
      'apiKeys[0].environments[1]: there is no environment "moon".',
      'tasks[0].permissions[1].subUserID: there is no user "who@x".',
      'tasks[0].resources.db: there is no resource "none".',
      'tasks[0].behavior.steps[1].reviewers.groups[1]: there is no group "devs".',
      'tasks[0].behavior.steps[1].reviewers.users[0]: there is no user "who@x".',
    ]);
  });
});

function steps(step: string): string {
  return `{"version": 1, "tasks": [{"slug": "a", "behavior": {"kind": "steps", "steps": [${step}]}}]}`;
}

describe('edits from outside', () => {
  test('are picked up live, those of editors that replace the file too', async () => {
    const workspace = await open();
    const first = nextChange(workspace);
    writeFileSync(file, '{"version": 1, "tasks": [{"slug": "written"}]}');
    await first;
    const slugs = [workspace.current().tasks[0]?.slug];
    for (const slug of ['replaced', 'again']) {
      const next = nextChange(workspace);
      writeFileSync(`${file}~`, `{"version": 1, "tasks": [{"slug": "${slug}"}]}`);
      renameSync(`${file}~`, file);
      await next;
      slugs.push(workspace.current().tasks[0]?.slug);
    }
    expect({ slugs, status: workspace.status() }).toEqual({
      slugs: ['written', 'replaced', 'again'],
      status: { revision: 4, problem: '', warnings: [] },
    });
  });

  test('that are invalid are refused: the definitions in use stay, nothing is written over the file, and a repaired one is taken', async () => {
    const problems: string[] = [];
    const workspace = await open({ onProblem: (problem) => problems.push(problem) });
    const refused = nextChange(workspace);
    writeFileSync(file, '{"version": 1, "tasks": [{"slug": 3}]}');
    await refused;
    const problem = `${file}:1:35: tasks[0].slug: must be a string.`;
    expect({
      problems,
      status: workspace.status(),
      slugs: workspace.current().tasks.map(({ slug }) => slug),
      change: await failureOf(workspace.change((before) => ({ ...before, tasks: [] }))),
      replace: await failureOf(workspace.replace({ version: 1 })),
      reload: await failureOf(workspace.reload()),
      text: readFileSync(file, 'utf8'),
    }).toEqual({
      problems: [problem],
      status: { revision: 1, problem, warnings: [] },
      slugs: ['sample'],
      change: `conflict: ${problem}`,
      replace: `conflict: ${problem}`,
      reload: `conflict: ${problem}`,
      text: '{"version": 1, "tasks": [{"slug": 3}]}',
    });
    const repaired = nextChange(workspace);
    writeFileSync(file, '{"version": 1, "tasks": [{"slug": "repaired"}]}');
    await repaired;
    expect([workspace.current().tasks[0]?.slug, workspace.status().problem]).toEqual(['repaired', '']);
  });

  test.each(['EBUSY', 'EPERM', 'EACCES'])(
    'that cannot be read for a while (%s) are taken once they can, with no further edit',
    async (code) => {
      let refusals = 0;
      const workspace = await open({
        read: (path, size) => {
          if (refusals === 0) return readRegularFile(path, size);
          refusals--;
          return Promise.reject(Object.assign(new Error(`${code}: held by another program`), { code }));
        },
      });
      refusals = 3;
      writeFileSync(file, '{"version": 1, "tasks": [{"slug": "edited"}]}');
      await until(() => workspace.status().problem !== '');
      const { problem } = workspace.status();
      await until(() => workspace.status().problem === '');
      expect([problem, workspace.current().tasks[0]?.slug]).toEqual([
        `${file}: ${code}: held by another program.`,
        'edited',
      ]);
    },
  );

  test.skipIf(process.getuid?.() === 0)(
    'that come with a mode that lets nobody read are taken when the mode is given back',
    async (context) => {
      skipWithout(context, 'POSIX');
      const workspace = await open();
      writeFileSync(file, '{"version": 1, "tasks": [{"slug": "edited"}]}');
      chmodSync(file, 0);
      await until(() => workspace.status().problem !== '');
      // Looked at again at least once in the meantime.
      await pause(1200);
      chmodSync(file, 0o600);
      await until(() => workspace.current().tasks[0]?.slug === 'edited');
      expect(workspace.status().problem).toBe('');
    },
  );

  test('that remove the file leave its definitions in use, and the next change writes it again', async () => {
    const workspace = await open();
    const gone = nextChange(workspace);
    rmSync(file);
    await gone;
    const { problem } = workspace.status();
    await workspace.change((before) => ({ ...before, settings: { ...before.settings, retainRuns: 5 } }));
    expect({
      problem,
      after: workspace.status().problem,
      kept: JSON.parse(readFileSync(file, 'utf8')) as unknown,
    }).toEqual({
      problem: `${file}: was removed; its content stays in use.`,
      after: '',
      kept: { version: 1, tasks: [{ slug: 'sample' }], settings: { retainRuns: 5 } },
    });
  });

  test('that put a pipe in the place of a removed file are not overwritten', async (context) => {
    skipWithout(context, 'POSIX');
    const workspace = await open();
    rmSync(file);
    await failureOf(workspace.refresh());
    execFileSync('mkfifo', [file]);
    const answer = await failureOf(workspace.change((before) => ({ ...before, tasks: [] })));
    expect([answer, lstatSync(file).isFIFO()]).toEqual([
      `conflict: ${file}: is a named pipe; a regular file is needed.`,
      true,
    ]);
  });

  test('that were made just before a change are kept by it', async () => {
    const workspace = await open();
    writeFileSync(file, '{"version": 1, "tasks": [{"slug": "theirs"}]}');
    await workspace.change((before) => ({ ...before, users: [{ email: 'a@x', role: 'developer' }] }));
    expect(readFileSync(file, 'utf8')).toBe(
      '{"version": 1, "users": [{ "email": "a@x" }], "tasks": [{"slug": "theirs"}]}',
    );
  });
});

describe('changes', () => {
  test('of one turn are made one after the other, written once, and refused one by one', async () => {
    const workspace = await open();
    const answers = await Promise.all([
      failureOf(workspace.change((before) => ({ ...before, users: [{ email: 'a@x', role: 'admin' }] }))),
      failureOf(workspace.change((before) => ({ ...before, tasks: [...before.tasks, ...before.tasks] }))),
      failureOf(
        workspace.change(() => {
          throw new ApiError('not_found', 'There is none.');
        }),
      ),
      failureOf(
        workspace.change((before) => ({ ...before, users: [...before.users, { email: 'b@x', role: 'admin' }] })),
      ),
    ]);
    expect({
      answers,
      users: workspace.current().users.map(({ email }) => email),
      revision: workspace.status().revision,
    }).toEqual({
      answers: [
        'nothing was refused',
        'invalid_request: tasks[1].slug: "sample" is already used by tasks[0]; tasks[1].id: "' +
          `${derivedId('task', 'sample')}" is already used by tasks[0].`,
        'not_found: There is none.',
        'nothing was refused',
      ],
      users: ['a@x', 'b@x'],
      revision: 2,
    });
  });

  test('keep the mode of the file, and a link to it', async (context) => {
    skipWithout(context, 'POSIX');
    writeFileSync(join(folder, 'real.json'), '{"version": 1}');
    chmodSync(join(folder, 'real.json'), 0o664);
    symlinkSync('real.json', file);
    const workspace = await open();
    await workspace.change((before) => ({ ...before, users: [{ email: 'a@x', role: 'admin' }] }));
    expect({
      text: readFileSync(join(folder, 'real.json'), 'utf8'),
      mode: statSync(file).mode & 0o777,
      files: readdirSync(folder),
    }).toEqual({
      text: '{"version": 1, "users": [{ "email": "a@x", "role": "admin" }]}',
      mode: 0o664,
      files: ['real.json', 'workspace.json'],
    });
  });

  test('that the disk refuses are refused, and the definitions in use stay', async (context) => {
    skipWithout(context, 'POSIX');
    // A name that leaves no room for the one under which a new version is written first.
    file = join(folder, `${'w'.repeat(245)}.json`);
    writeFileSync(file, '{"version": 1}');
    const workspace = await open();
    const answer = await failureOf(workspace.change((was) => ({ ...was, users: [{ email: 'a@x', role: 'admin' }] })));
    expect({ answer, authored: workspace.authored(), files: readdirSync(folder).length }).toEqual({
      answer: expect.stringMatching(/^internal: The workspace could not be saved: .*: ENAMETOOLONG/) as string,
      authored: { version: 1 },
      files: 1,
    });
  });

  test('of a file that is only read stay in memory until the file is edited', async () => {
    writeFileSync(file, '{"version": 1}');
    const workspace = await open({ readOnly: true });
    await workspace.change((before) => ({ ...before, users: [{ email: 'a@x', role: 'admin' }] }));
    const changed = workspace.authored();
    const edited = nextChange(workspace);
    writeFileSync(file, '{"version": 1, "groups": [{"slug": "ops"}]}');
    await edited;
    expect({ changed, after: workspace.authored(), text: readFileSync(file, 'utf8') }).toEqual({
      changed: { version: 1, users: [{ email: 'a@x', role: 'admin' }] },
      after: { version: 1, groups: [{ slug: 'ops' }] },
      text: '{"version": 1, "groups": [{"slug": "ops"}]}',
    });
  });

  test('without a file stay in memory', async () => {
    const workspace = await open({ file: null });
    await workspace.replace({ version: 1, users: [{ email: 'a@x' }] });
    const refusal = await failureOf(workspace.replace({ version: 1, users: [{}] }));
    expect({ authored: workspace.authored(), refusal, files: readdirSync(folder) }).toEqual({
      authored: { version: 1, users: [{ email: 'a@x' }] },
      refusal: expect.stringMatching(
        /^invalid_request: workspace:\d+:\d+: users\[0\]\.email: is required\.$/,
      ) as string,
      files: [],
    });
  });
});

/** Names of the fields and numbers of the items, without the values. */
function jsonShape(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'object' ? item : typeof item));
}
