import { describe, expect, test } from 'vitest';
import { readDocument } from '../../electron/emulator/store/workspace/workspace-text.ts';
import { DECISIONS } from '../../shared/registry/decisions.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { PERMISSION_ROLES, unknownRolesIn } from '../../shared/registry/permission-roles.ts';
import { testEmulator } from '../support/emulator.ts';

const KEYS: Pick<AuthoredWorkspace, 'users' | 'apiKeys'> = {
  users: [
    { email: 'ada@example.com', role: 'developer' },
    { email: 'bo@example.com', role: 'developer' },
  ],
  apiKeys: [
    { key: 'tkn_ada', user: 'ada@example.com' },
    { key: 'tkn_bo', user: 'bo@example.com' },
  ],
};
const MAIL = { kind: 'sendgrid', name: 'Mail', resource: { apiKey: 'k' } };

describe('decision roles: the role of a permission', () => {
  const permissions = [
    { subUserID: 'ada@example.com', roleID: 'resource_user', action: '' },
    { subUserID: 'ada@example.com', roleID: 'task_owner', action: 'resource.use' },
    { subUserID: 'ada@example.com', roleID: '' },
  ];
  const own = { ...MAIL, slug: 'own', isPrivate: true, permissions };
  const why = 'no client knows the roleID of these permissions: task_owner';

  test('is accepted and kept, with a warning when no client knows it', async () => {
    const hangar = await testEmulator(KEYS);
    const made = await hangar.send('/v0/resources/create', { body: own });
    const { id } = made.json as { id: string };
    const updated = await hangar.send('/v0/resources/update', { body: { ...own, id } });
    const known = { ...own, id, permissions: permissions.slice(0, 1) };
    const silent = await hangar.send('/v0/resources/update', { body: known });
    expect([made, updated, silent].map(({ status, headers }) => [status, headers['x-hangar-warning']])).toEqual([
      [200, why],
      [200, why],
      [200, undefined],
    ]);
    const { entries } = await hangar.api.emulator.traffic.list();
    expect(entries.map(({ warnings }) => warnings)).toEqual([[], [why], [why]]);
  });

  test('has no effect: the user of a permission may see and use the definition', async () => {
    const hangar = await testEmulator({
      ...KEYS,
      resources: [own],
      tasks: [{ slug: 'send', resources: { mail: 'own' } }],
    });
    const id = hangar.engine.definitions().resources.find('own')?.id;
    const use = async (key: string) =>
      (await hangar.send('/v0/tasks/execute', { body: { slug: 'send', resources: { mail: id } }, key })).status;
    expect([await use('tkn_ada'), await use('tkn_bo')]).toEqual([200, 403]);
  });

  test('causes a warning in the workspace file, which stays valid', () => {
    const task = { slug: 't', isPrivate: true, permissions };
    const text = JSON.stringify({ version: 1, users: KEYS.users, tasks: [task], runbooks: [{ ...task, slug: 'r' }] });
    expect(readDocument(text, 'hangar.json').warnings).toEqual([
      'tasks[0].permissions[1].roleID: no client knows the role "task_owner".',
      'runbooks[0].permissions[1].roleID: no client knows the role "task_owner".',
    ]);
  });

  test('is one of the list that the decision names', () => {
    for (const role of PERMISSION_ROLES) expect(DECISIONS.roles).toContain(`\`${role}\``);
    const known = PERMISSION_ROLES.map((roleID) => ({ roleID }));
    expect([unknownRolesIn({ permissions: known }), unknownRolesIn({}), unknownRolesIn({ permissions: 5 })]).toEqual([
      [],
      [],
      [],
    ]);
  });
});
