import { describe, expect, it } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { startEngine, taskOf } from '../support/engine.ts';

const users = [
  { name: 'Ada', email: 'ada@example.com', role: 'admin' as const },
  { name: 'Ben', email: 'ben@example.com', role: 'developer' as const },
  { name: 'Cem', email: 'cem@example.com', role: 'viewer' as const },
];
const apiKeys = [
  { name: 'ben', key: 'tkn_ben', user: 'ben@example.com' },
  { name: 'ada', key: 'tkn_ada', user: 'ada@example.com' },
  { name: 'ada two', key: 'tkn_ada_two', user: 'ada@example.com' },
];
const groups = [{ slug: 'ops', members: ['ben@example.com'] }];

/** A run with a pending prompt, created by the key `tkn_ada`. */
async function waiting(prompt: Record<string, unknown> = {}) {
  const steps = [
    { do: 'prompt', as: 'answer', ...prompt },
    { do: 'output', value: { values: '{{ answer.values }}', by: '{{ answer.submittedBy }}' } },
  ];
  const host = await startEngine({ users, groups, apiKeys, ...taskOf({ steps }) });
  const key = (name: string) => host.engine.access.byKey(name) ?? host.engine.access.localUser();
  const runID = host.execute('t', {}, { caller: key('tkn_ada') });
  await settled();
  const [asked] = host.engine.prompts.list(runID, key('tkn_ada'));
  if (asked === undefined) throw new Error('the run asks nothing');
  return { host, key, runID, asked };
}

describe('a prompt', () => {
  it('decision logs: a debug line names the user who answered, without the values', async () => {
    const { host, key, runID, asked } = await waiting({ parameters: [{ slug: 'pin' }] });
    host.engine.prompts.submit(
      asked.id,
      { pin: 'open sesame' },
      host.call(host.engine.access.byUser('ben@example.com')),
    );
    await settled();
    const { logs } = host.engine.runs.logs(runID, { debug: true }, key('tkn_ada'));
    expect(logs.map(({ level, text }) => `${level} ${text}`)).toEqual([
      `debug Waiting for prompt ${asked.id}.`,
      `debug Prompt ${asked.id} was submitted by Ben.`,
    ]);
  });

  it('decision prompt-states: is pending with both timestamps null and defaults filled in', async () => {
    const parameters = [
      { slug: 'reason', name: 'Reason', default: 'lost' },
      { slug: 'n', type: 'integer', constraints: { optional: true } },
    ];
    const { asked, runID } = await waiting({
      description: 'Refund {{ 1 + 1 }}?',
      confirmText: 'Refund',
      cancelText: 'Stop',
      parameters,
    });
    expect(asked).toEqual({
      id: expect.stringMatching(/^pmt20261120z[a-z0-9]{10}$/),
      runID,
      description: 'Refund 2?',
      confirmText: 'Refund',
      cancelText: 'Stop',
      createdAt: expect.any(String),
      submittedAt: null,
      submittedBy: null,
      cancelledAt: null,
      cancelledBy: null,
      reviewers: { allowSelfApprovals: true, groups: [], users: [] },
      schema: {
        parameters: [
          expect.objectContaining({ slug: 'reason', parameters: [] }),
          expect.objectContaining({ slug: 'n' }),
        ],
      },
      values: { reason: 'lost' },
      zoneID: '',
      zoneToken: '',
    });
  });

  it('passes its values to the run when submitted, and can be submitted only once', async () => {
    const { host, key, runID, asked } = await waiting({ parameters: [{ slug: 'n', type: 'integer' }] });
    host.engine.prompts.submit(asked.id, { n: '5', extra: true }, host.call(key('tkn_ben')));
    await settled();
    const by = key('tkn_ben').userID;
    expect(host.output(runID)).toEqual({ values: { n: 5 }, by });
    expect(host.engine.prompts.get(asked.id, key('tkn_ada'))).toMatchObject({
      submittedBy: by,
      values: { n: 5 },
      cancelledAt: null,
    });
    expect(host.warnings).toEqual([
      'dropped values without a parameter: extra',
      'strings were taken as numbers or booleans: n',
    ]);
    expect(() => host.engine.prompts.submit(asked.id, { n: 6 }, host.call())).toThrow('prompt has already completed');
    expect(() => host.engine.prompts.cancel(asked.id, host.call(key('tkn_ben')))).toThrow(
      'prompt has already completed',
    );
  });

  it('stays pending when values are invalid, and the error names each', async () => {
    const parameters = [
      { slug: 'n', type: 'integer' },
      { slug: 'why', constraints: { regex: '[a-z]+' } },
    ];
    const { host, asked } = await waiting({ parameters });
    expect(() => host.engine.prompts.submit(asked.id, { why: 'NO' }, host.call())).toThrow(
      'n: is required; why: must match [a-z]+.',
    );
    expect(host.engine.prompts.get(asked.id, host.engine.access.localUser()).submittedAt).toBeNull();
  });

  it('decision prompt-cancel: fails the run with `prompt was cancelled` when it is cancelled', async () => {
    const { host, key, runID, asked } = await waiting();
    host.engine.prompts.cancel(asked.id, host.call(key('tkn_ben')));
    await settled();
    expect(host.run(runID)).toMatchObject({ status: 'Failed', cancelledAt: null });
    expect(host.output(runID)).toEqual({ error: 'prompt was cancelled' });
    expect(host.engine.prompts.get(asked.id, key('tkn_ada'))).toMatchObject({
      cancelledBy: key('tkn_ben').userID,
      submittedAt: null,
    });
  });

  it.each([
    { name: 'anybody, without reviewers', reviewers: {}, may: ['tkn_ada', 'tkn_ben', 'local'] },
    { name: 'only listed users, by e-mail', reviewers: { users: ['ben@example.com'] }, may: ['tkn_ben'] },
    { name: 'only members of listed groups', reviewers: { groups: ['ops'] }, may: ['tkn_ben'] },
    {
      name: 'not the user who started the run, without self-approval',
      reviewers: { allowSelfApprovals: false },
      may: ['tkn_ben', 'local'],
    },
    {
      name: 'a listed user, but not the one who started the run',
      reviewers: { allowSelfApprovals: false, users: ['ada@example.com', 'ben@example.com'] },
      may: ['tkn_ben'],
    },
  ])('decision prompt-reviewers: may be answered by $name', async ({ reviewers, may }) => {
    const answers = await Promise.all(
      ['tkn_ada', 'tkn_ben', 'local'].map(async (name) => {
        const { host, key, asked } = await waiting({ reviewers });
        try {
          host.engine.prompts.submit(asked.id, {}, host.call(key(name)));
          return name;
        } catch (error) {
          expect(error).toMatchObject({ code: 'forbidden' });
          return '';
        }
      }),
    );
    expect(answers.filter(Boolean)).toEqual(may);
  });

  it('decision prompt-reviewers: without self-approval, no key of the same owner may submit or cancel', async () => {
    const { host, key, asked } = await waiting({ reviewers: { allowSelfApprovals: false } });
    const answers = [
      () => host.engine.prompts.submit(asked.id, {}, host.call(key('tkn_ada_two'))),
      () => host.engine.prompts.cancel(asked.id, host.call(key('tkn_ada_two'))),
    ];
    for (const answer of answers) expect(answer).toThrow(expect.objectContaining({ code: 'forbidden' }));
  });

  it('has the zone of its run, or none', async () => {
    const host = await startEngine(taskOf({ steps: [{ do: 'prompt' }] }));
    const local = host.engine.access.localUser();
    const request = {
      task: host.engine.tasks.find({ slug: 't' }, local),
      environment: host.engine.access.environment(undefined, local),
      paramValues: {},
      resources: {},
    };
    const zoned = { ...request, inputsZoneID: 'zone1', inputsZoneToken: 'token1' };
    const runs = [request, zoned].map((each) => host.engine.tasks.execute(each, host.call()).runID);
    await settled();
    const prompts = runs.flatMap(host.prompts);
    expect(prompts.map(({ zoneID, zoneToken }) => [zoneID, zoneToken])).toEqual([
      ['', ''],
      ['zone1', 'token1'],
    ]);
  });

  it('decision prompt-reviewers: may be answered by the owner of the key that started the run', async () => {
    const { host, asked } = await waiting({ reviewers: { allowSelfApprovals: false } });
    host.engine.prompts.submit(asked.id, {}, host.call(host.engine.access.byUser('ada@example.com')));
    expect(host.engine.prompts.get(asked.id, host.engine.access.localUser()).submittedAt).not.toBeNull();
  });

  it('fails the step when it names reviewers that do not exist', async () => {
    const host = await startEngine(taskOf({ steps: [{ do: 'prompt', reviewers: { groups: ['nobody'] } }] }));
    const id = host.execute('t');
    await settled();
    expect(host.output(id)).toEqual({
      error: 'Step 1, prompt: The prompt\'s reviewers do not exist: group "nobody".',
    });
  });

  it('decision list-order: is ordered oldest first in the list of its run', async () => {
    const ask = (description: string) => ({ do: 'prompt', description });
    const host = await startEngine(taskOf({ steps: [ask('a'), ask('b')] }));
    const id = host.execute('t');
    await settled();
    host.engine.prompts.submit(host.prompts(id)[0]?.id ?? '', {}, host.call());
    await settled();
    expect(host.prompts(id).map(({ description }) => description)).toEqual(['a', 'b']);
  });
});
