import { describe, expect, test } from 'vitest';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  tasks: [{ slug: 'echo', parameters: [{ slug: 'config', type: 'json' }] }],
  runbooks: [{ slug: 'book' }],
};

const RESOURCE = { kind: 'odd', name: 'Odd', isPrivate: true, resource: { free: { form: 1 } } };

/** Requests with names that are not known, and those names as an answer says them. */
const REQUESTS: readonly {
  readonly name: string;
  readonly path: string;
  readonly body: object;
  readonly unknown: readonly string[];
}[] = [
  {
    name: 'a field of a task to execute',
    path: '/v0/tasks/execute',
    body: { slug: 'echo', paramValues: { config: { any: { thing: 1 } } }, sdkVersion: '1.2', __proto: 1 },
    unknown: ['sdkVersion', '__proto'],
  },
  {
    name: 'a field of a runbook to execute',
    path: '/v0/runbooks/execute',
    body: { slug: 'book', resources: {} },
    unknown: ['resources'],
  },
  {
    name: 'a field within a list',
    path: '/v0/resources/create',
    body: { ...RESOURCE, permissions: [{ subUserID: 'usrNobody', action: 'use', since: 'today' }], team: 't' },
    unknown: ['team', 'permissions[0].since'],
  },
  {
    name: 'a query parameter beside a field',
    path: '/v0/tasks/execute?trace=on',
    body: { slug: 'echo', paramValues: { config: 1 }, extra: 1 },
    unknown: ['trace', 'extra'],
  },
];

const send = (hangar: TestEmulator, { path, body }: { path: string; body: object }) => hangar.send(path, { body });

describe('decision unknown-fields', () => {
  test.each(REQUESTS)('decision unknown-fields: $name is ignored and named in warning and traffic', async (request) => {
    const hangar = await testEmulator(WORKSPACE);
    const answer = await send(hangar, request);
    expect(answer.status, answer.text).toBe(200);
    const { entries } = await hangar.api.emulator.traffic.list({ query: {} });
    const warnings = entries[0]?.warnings ?? [];
    expect(warnings.map((warning) => /"(.*)" is not known and was ignored$/.exec(warning)?.[1]).toSorted()).toEqual(
      [...request.unknown].toSorted(),
    );
    expect(answer.headers['x-hangar-warning']).toBe(warnings.join('; '));
  });

  test.each(
    REQUESTS.flatMap((request) => [
      { ...request, by: 'strict', settings: { strict: true } },
      { ...request, by: 'its choice', settings: { decisions: { 'unknown-fields': 'refuse' as const } } },
    ]),
  )('decision unknown-fields: $name is refused with $by', async ({ settings, ...request }) => {
    const hangar = await testEmulator({ ...WORKSPACE, settings });
    const answer = await send(hangar, request);
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
    for (const name of request.unknown)
      expect(answer.text).toMatch(
        new RegExp(`${name.replace(/[[\]]/g, '\\$&')}: is not a known (?:field|query parameter)`),
      );
    expect((await hangar.api.v0.runs.list({ query: {} })).runs).toEqual([]);
  });

  test('decision unknown-fields: beside an unknown field every wrong one is named, and the unknown one warned of', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const answer = await hangar.send('/v0/resources/create', { body: { kind: 1, permissions: [{ odd: 1 }] } });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('kind: must be a string; resource: is required');
    expect(answer.text).not.toContain('odd');
    expect(answer.headers['x-hangar-warning']).toContain('"permissions[0].odd"');
  });

  test('decision unknown-fields: of very many names some are named and the others counted', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`field${n}`, n]));
    const answer = await hangar.send('/v0/tasks/execute', {
      body: { slug: 'echo', paramValues: { config: 1 }, ...many },
    });
    expect(answer.status, answer.text).toBe(200);
    const { entries } = await hangar.api.emulator.traffic.list({ query: {} });
    expect(entries[0]?.warnings).toHaveLength(21);
    expect(entries[0]?.warnings.at(-1)).toBe('49980 more of them were ignored');
  });

  test('decision unknown-fields: what is free JSON may hold anything, and an answer is repeated although a field was ignored', async () => {
    const hangar = await testEmulator({ ...WORKSPACE, settings: { strict: true } });
    const made = await hangar.send('/v0/resources/create', { body: RESOURCE });
    expect(made.status, made.text).toBe(200);
    await hangar.api.emulator.settings.replace({ body: {} });
    const request = {
      body: { slug: 'echo', paramValues: { config: {} }, more: 1 },
      headers: { 'Idempotency-Key': 'once' },
    };
    const first = await hangar.send('/v0/tasks/execute', request);
    expect((await hangar.send('/v0/tasks/execute', request)).text).toBe(first.text);
  });
});
