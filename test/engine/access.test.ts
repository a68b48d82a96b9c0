import { describe, expect, it } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { startEngine, taskOf } from '../support/engine.ts';
import type { Permission } from '../../shared/model/access.ts';

const permission = (part: Partial<Permission>): Permission => ({
  action: 'view',
  roleID: '',
  subGroupID: '',
  subUserID: '',
  ...part,
});

const users = [
  { email: 'ada@example.com', role: 'admin' as const },
  { email: 'ben@example.com', role: 'developer' as const },
  { email: 'cem@example.com', role: 'restricted_developer' as const },
];
const apiKeys = users.map(({ email }) => ({ name: email.slice(0, 3), key: `tkn_${email.slice(0, 3)}`, user: email }));
const base = {
  environments: [{ slug: 'prod', default: true }, { slug: 'test' }],
  users,
  groups: [{ slug: 'ops', members: ['cem@example.com'] }],
  apiKeys: [...apiKeys, { name: 'limited', key: 'tkn_limited', user: 'ada@example.com', environments: ['test'] }],
};

const start = async (permissions: Permission[]) => {
  const host = await startEngine({ ...base, ...taskOf({ isPrivate: true, permissions }) });
  const caller = (name: string) => {
    const found = host.engine.access.byKey(name);
    if (found === undefined) throw new Error(`no key ${name}`);
    return found;
  };
  return { host, caller };
};

describe('decision roles:', () => {
  it('a key acts as its own API user, with the role of its owner', async () => {
    const { host, caller } = await start([]);
    const ben = caller('tkn_ben');
    expect(ben).toMatchObject({
      role: 'developer',
      ownerID: host.engine.access.byUser('ben@example.com').userID,
      environmentIDs: null,
    });
    expect(ben.userID).not.toBe(ben.ownerID);
    expect(host.engine.access.byKey('tkn_nobody')).toBeUndefined();
  });

  it.each([
    { name: 'nobody', permissions: [], may: ['tkn_ada'] },
    {
      name: 'a user by e-mail',
      permissions: [permission({ subUserID: 'ben@example.com' })],
      may: ['tkn_ada', 'tkn_ben'],
    },
    { name: 'a group by slug', permissions: [permission({ subGroupID: 'ops' })], may: ['tkn_ada', 'tkn_cem'] },
  ])('a private task with permissions for $name is visible to admins and to them', async ({ permissions, may }) => {
    const { host, caller } = await start(permissions);
    const able = ['tkn_ada', 'tkn_ben', 'tkn_cem'].filter((key) => {
      try {
        host.execute('t', {}, { caller: caller(key) });
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: 'forbidden' });
        return false;
      }
    });
    expect(able).toEqual(may);
  });

  it('a permission can name the API user of a key', async () => {
    const { host, caller } = await start([]);
    const { userID } = caller('tkn_ben');
    await host.change((workspace) => ({
      ...workspace,
      tasks: workspace.tasks.map((task) => ({ ...task, permissions: [permission({ subUserID: userID })] })),
    }));
    expect(host.execute('t', {}, { caller: caller('tkn_ben') })).toMatch(/^run/);
  });

  it('decision private-runs: runs of a private task are visible to admins, their creator, the owner of its key, and users with permission', async () => {
    const { host, caller } = await start([permission({ subUserID: 'ben@example.com' })]);
    const id = host.execute('t', {}, { caller: caller('tkn_ben') });
    await settled();
    await host.change((workspace) => ({
      ...workspace,
      tasks: workspace.tasks.map((task) => ({ ...task, permissions: [] })),
    }));
    const seenBy = (key: string) =>
      host.engine.runs.list(
        { taskID: undefined, taskSlug: undefined, since: undefined, until: undefined, limit: 50, page: 0 },
        caller(key),
      ).items.length;
    expect([seenBy('tkn_ada'), seenBy('tkn_ben'), seenBy('tkn_cem')]).toEqual([1, 1, 0]);
    expect(() => host.engine.runs.get(id, caller('tkn_cem'))).toThrow('You may not see or use this run.');
    expect(host.run(id)).toMatchObject({
      isPrivate: true,
      permissions: [permission({ subUserID: 'ben@example.com' })],
    });
    expect(host.engine.runs.get(id, host.engine.access.byUser('ben@example.com')).id).toBe(id);
  });

  it('a key restricted to environments can neither execute nor see anything in others', async () => {
    const { host, caller } = await start([]);
    const id = host.execute('t', {}, { caller: caller('tkn_ada') });
    const limited = caller('tkn_limited');
    expect(() => host.execute('t', {}, { caller: limited })).toThrow(
      'This API key may not use the environment "prod", the default of requests that name none. Send `X-Service-Env-Slug: test`.',
    );
    expect(() => host.engine.runs.get(id, limited)).toThrow(/may not see/);
    expect(host.execute('t', {}, { caller: limited, env: 'test' })).toMatch(/^run/);
  });
});
