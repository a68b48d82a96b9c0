import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../shared/values/json.ts';
import { endOf, folderWith, runToEnd } from '../support/behaviors.ts';
import { scriptTask, startLive } from '../support/live.ts';
import { fakeRun } from '../support/run-context.ts';
import { startWithSdk } from '../support/sdk.ts';
import { MYSQL, mysqlDriver, SQL_QUERY, sqlDatabase, sqlRunner, sqlScope } from '../support/sql.ts';
import { until } from '../support/until.ts';

const runner = sqlRunner();

describe('*:sql_query against a real PostgreSQL', () => {
  const { postgres, resource, query } = sqlDatabase(runner);

  test('binds arguments by name, of every type, and gives rows as JSON', async () => {
    const ended = await query(
      `select :n::int as n, :s as s, :s::text = ':s' as "is:same", :yes::bool as yes, :list::int[] as list,
         :o::jsonb as o, :items::jsonb as items, :none::text as none, 'it''s :n' as quoted, $$ :n $$ as dollars -- :comment
         /* :one /* :two */ */, 9007199254740993::int8 as big, 42::int8 as small, 1.5::numeric as exact, 'NaN'::float8 as nan,
         '2026-11-23 08:00:00.5+02'::timestamptz as at, '2026-11-23 08:00'::timestamp as local, '2026-11-23'::date as day,
         array['a','b'] as texts, '\\x6869'::bytea as bytes, E'\\':n' as escaped`,
      {
        queryArgs: {
          n: 7,
          s: "Robert'); drop table orders;--",
          yes: true,
          list: [1, 2],
          o: { a: [1] },
          items: [{ b: 2 }],
          none: null,
        },
      },
    );
    expect(ended.failure).toBe('');
    expect(ended.output).toEqual({
      Q1: [
        {
          ...{ n: 7, s: "Robert'); drop table orders;--", 'is:same': false, yes: true, list: [1, 2], o: { a: [1] } },
          ...{ items: [{ b: 2 }], none: null, quoted: "it's :n", dollars: ' :n ', big: '9007199254740993', small: 42 },
          ...{
            exact: '1.5',
            nan: 'NaN',
            at: '2026-11-23T06:00:00.5Z',
            local: '2026-11-23T08:00:00',
            day: '2026-11-23',
          },
          ...{ texts: ['a', 'b'], bytes: '\\x6869', escaped: "':n" },
        },
      ],
    });
  });

  test('executes statements in order, each with a list of rows, and all or none of them', async () => {
    const ended = await query(
      `insert into orders (id, note) values (:id, 'a;b'), (:id + 1, ';');
       ; -- nothing
       select id, note from orders where id >= :id order by id;`,
      { queryArgs: { id: 10 } },
    );
    expect(ended.output).toEqual({
      Q1: { rows_affected: 2 },
      Q2: [
        { id: 10, note: 'a;b' },
        { id: 11, note: ';' },
      ],
    });
    const failed = await query('insert into orders (id) values (20);\nselect\n  nothing from orders', {});
    expect(failed.failure).toBe('Q2 at line 3, column 3: column "nothing" does not exist (42703)');
    expect(failed.output).toBeUndefined();
    expect((await query('select id from orders where id = 20')).output).toEqual({ Q1: [] });
    const kept = await query('insert into orders (id) values (21); select nothing', { transactionMode: 'none' });
    expect(kept.failure).toContain('Q2 at line 1, column 45');
    expect((await query('select id from orders where id = 21')).output).toEqual({ Q1: [{ id: 21 }] });
  });

  test('gives a list for a statement that returns rows, even none, and else the number of affected rows', async () => {
    const ended = await query(
      `create table counted (n int);
       insert into counted select generate_series(1, 1000);
       insert into counted values (2000) returning n;
       update counted set n = n where n <= :most;
       select n from counted where n > 5000;
       update counted set n = n where n > 5000 returning n;
       with gone as (delete from counted where n = 2000 returning n) select count(*)::int as n from gone;
       do $$ begin end $$;
       drop table counted`,
      // The older name.
      { args: { most: 7 } },
    );
    expect(ended).toMatchObject({ failure: '' });
    expect(ended.output).toEqual({
      ...{ Q1: { rows_affected: 0 }, Q2: { rows_affected: 1000 }, Q3: [{ n: 2000 }], Q4: { rows_affected: 7 } },
      ...{ Q5: [], Q6: [], Q7: [{ n: 1 }], Q8: { rows_affected: 0 }, Q9: { rows_affected: 0 } },
    });
    const { output } = await query('select generate_series(1, 400) as n');
    expect((output as { Q1: Json[] }).Q1).toHaveLength(400);
  });

  test('the SDK of the service sends its arguments, and reads rows and numbers of rows', async () => {
    const code = `import { query } from 'airplane/sql.js';
      export default async () => {
        const made = await query('db', 'create temporary table t (n int); insert into t values (:a), (:b)', { args: { a: 1, b: 2 } });
        const { output } = await query('db', 'select :a::int + 1 as n', { args: { a: 1 }, transactionMode: 'readOnly' });
        await query('db', 'select :none').catch((error) => console.log(error.message));
        return { affected: made.output.Q2.rows_affected, rows: output.Q1 };
      };`;
    const { emulator, run } = await startWithSdk({
      tasks: [scriptTask('report', code, { resources: { db: 'orders' } })],
      resources: [{ slug: 'orders', kind: 'postgres', resource: resource() }],
    });
    try {
      expect(await run('report')).toEqual({
        status: 'Succeeded',
        output: { affected: 2, rows: [{ n: 2 }] },
        lines: ['info "queryArgs" has no "none", which the query names'],
      });
    } finally {
      await emulator.stop();
    }
  });

  test('tells the place of an error in the query as it was sent, after arguments too', async () => {
    const ended = await query('select :first_argument::int, :second_argument::int,\n:first_argument::int + wrong', {
      queryArgs: { first_argument: 1, second_argument: 2 },
    });
    expect(ended.failure).toBe('Q1 at line 2, column 24: column "wrong" does not exist (42703)');
  });

  test('refuses to write in the mode readOnly', async () => {
    const { failure } = await query('insert into orders (id) values (30)', { transactionMode: 'readOnly' });
    expect(failure).toContain('cannot execute INSERT in a read-only transaction');
    expect((await query('select id from orders where id = 30')).output).toEqual({ Q1: [] });
  });

  test('executes one statement that no transaction may have, and transactions of the query itself', async () => {
    expect((await query('vacuum orders')).failure).toBe('');
    expect((await query('begin; insert into orders (id) values (40); rollback')).failure).toBe('');
    expect((await query('select 1 as one', { transactionMode: 'readOnly' })).output).toEqual({ Q1: [{ one: 1 }] });
    expect((await query('vacuum orders', { transactionMode: 'readWrite' })).failure).toContain('cannot run inside');
  });

  test('copies to a file of the server, or refuses to, as the server decides', async () => {
    expect((await query("copy (select 1) to '/no/such/folder/x'")).failure).toContain('could not open file');
  });

  test('binds an argument of any kind as its JSON text, and a list as an array where the statement has one', async () => {
    // The driver gives booleans their type, which no cast turns into JSON.
    const values = ARGUMENTS.filter((one) => typeof one !== 'boolean');
    const isJson = (value: Json) => typeof value !== 'string' || /^(?:\d+|null|true|".*")$/.test(value);
    const bound = values.filter(isJson);
    const columns = bound.map((_, n) => `:v${n}::jsonb as j${n}, :w${n}::varchar as t${n}`);
    const queryArgs = { ...byNumber('v', bound), ...byNumber('w', bound) };
    const all = await query(`select ${columns.join(', ')}`, { queryArgs });
    const texts = bound.map((value) => (value === null || typeof value === 'string' ? value : JSON.stringify(value)));
    const parsed = bound.map((value): Json => (typeof value === 'string' ? (JSON.parse(value) as Json) : value));
    expect(all).toMatchObject({ failure: '', output: { Q1: [{ ...byNumber('j', parsed), ...byNumber('t', texts) }] } });
    for (const value of values.filter((one) => !isJson(one)))
      expect((await query('select :v::jsonb as j', { queryArgs: { v: value } })).failure).toContain(
        'invalid input syntax for type json',
      );
    const lists: JsonObject = {
      n: [
        [1, 2],
        [3, 4],
      ],
      b: [true, false],
      t: ['a"b', "c'd"],
      o: [{ type: 1, value: 2 }, { a: [] }],
      none: [],
    };
    const { output } = await query(
      'select :n::int[] as n, :b::bool[] as b, :t::text[] as t, :o::jsonb[] as o, :none::int[] as none',
      { queryArgs: lists },
    );
    expect(output).toEqual({ Q1: [lists] });
  });

  test('ends its statement in the database with the run', async () => {
    const fake = fakeRun({ scope: sqlScope(resource(), 'select pg_sleep(600) as slow', {}) });
    const ended = endOf(runner().run, SQL_QUERY, fake);
    const sleeping = async (): Promise<number> => {
      const text =
        "select count(*)::int as n from pg_stat_activity where query like '%as slow%' and state = 'active' and pid <> pg_backend_pid()";
      return ((await query(text)).output as { Q1: { n: number }[] }).Q1[0]?.n ?? -1;
    };
    await until(async () => (await sleeping()) === 1);
    fake.abort();
    await ended;
    await until(async () => (await sleeping()) === 0);
  });

  test('the whole way: executed by a script, bound like it, with secrets masked', async () => {
    const { emulator, api } = await startLive({
      tasks: [
        {
          slug: 'report',
          resources: { db: 'orders' },
          behavior: {
            kind: 'script',
            source: `export default async ({ execute, resources }) =>
              (await execute('acme:sql_query', { query: 'select :a::int + 1 as b', queryArgs: { a: 1 } }, { resources: { db: resources.db.id } })).output`,
          },
        },
      ],
      resources: [{ slug: 'orders', kind: 'postgres', isPrivate: true, resource: resource() }],
    });
    try {
      const { runID } = await api.v0.tasks.execute({ body: { slug: 'report' } });
      await emulator.waitFor({ for: 'run', runID });
      const { output } = await api.v0.runs.getOutputs({ query: { id: runID } });
      expect(output).toEqual({ Q1: [{ b: 2 }] });
      const paramValues = {
        query: `do $$ begin raise notice '${postgres().password}'; end $$; select ${postgres().password}`,
      };
      const body = { slug: 'acme:sql_query', paramValues, resources: { db: 'orders' } };
      const failed = await api.v0.tasks.execute({ body });
      await emulator.waitFor({ for: 'run', runID: failed.runID });
      const { row } = await api.emulator.runs.get({ params: { id: failed.runID } });
      const { logs } = await api.v0.runs.getLogs({ query: { runID: failed.runID } });
      expect(row.failure).toContain('Q2 at line 1');
      expect(JSON.stringify(logs)).toContain('****');
      expect(JSON.stringify([logs, row.failure])).not.toContain(postgres().password);
    } finally {
      await emulator.stop();
    }
  });
});

/** An object of numbered names. */
function byNumber(name: string, values: readonly Json[]): JsonObject {
  return Object.fromEntries(values.map((value, n) => [`${name}${n}`, value]));
}

/** Values of every kind, with names and texts that are something else in SQL. */
const ARGUMENTS: readonly Json[] = [
  ...[null, true, false, 0, -1.5, 1e300, '', 'x', "'; drop table orders;--", '7', '"text"', 'null', '\\', 'é\u{1f600}'],
  ...[{}, [], { pw: 1 }, { '1': 2 }, [[1], [2]], [true], ['a', "b'"], [{ a: 1 }], { a: { b: [null, { c: "'" }] } }],
  ...[{ toString: 'x' }, { toSqlString: 'x' }, { type: 'x', value: 'y' }, { "a' = 1 --": 1 }, [null], [[]], [{}]],
];

describe('*:sql_query with the MySQL driver beside the workspace file', () => {
  /** A driver that notes its calls in a file; `select` gives a row. */
  const DRIVER = `const { appendFileSync } = require('node:fs');
    const calls = { push: (call) => appendFileSync(__dirname + '/calls.jsonl', JSON.stringify(call) + '\\n') };
    exports.createConnection = async ({ host, user }) => {
      calls.push('connect ' + user + '@' + host);
      return {
        query: async (sql, values) => {
          calls.push(sql + (values && values.length ? ' ' + JSON.stringify(values) : ''));
          if (sql.includes('wrong')) throw new Error('Unknown column');
          return [sql.startsWith('select') ? [{ a: 1 }] : { affectedRows: 1 }];
        },
        end: async () => { calls.push('end'); },
        destroy: () => { calls.push('destroy'); },
      };
    };`;
  const FILES = mysqlDriver(DRIVER);

  test('binds by place, and knows the texts and comments of MySQL', async () => {
    const folder = folderWith(FILES);
    const text = "update t set a = :a, b = ':a\\';', c = `:a` # :a;\n where d = :d and e = :a; select a from t";
    const scope = sqlScope(MYSQL, text, { queryArgs: { a: 1, d: 'x' }, transactionMode: 'readWrite' });
    const ended = await runToEnd(runner(folder).run, SQL_QUERY, { scope });
    expect(ended).toMatchObject({ failure: '', output: { Q1: { rows_affected: 1 }, Q2: [{ a: 1 }] } });
    expect(callsIn(folder)).toEqual([
      'connect ann@db',
      'set session sql_select_limit = 50001',
      'start transaction',
      "update t set a = ?, b = ':a\\';', c = `:a` # :a;\n where d = ? and e = ? [1,\"x\",1]",
      'select a from t',
      'commit',
      'end',
    ]);
  });

  test('gives it no object and no list, which it would write as SQL', async () => {
    const folder = folderWith(FILES);
    const names = ARGUMENTS.map((_, index) => `:v${index}`);
    const scope = sqlScope(MYSQL, `select ${names.join(', ')}`, { queryArgs: byNumber('v', ARGUMENTS) });
    expect(await runToEnd(runner(folder).run, SQL_QUERY, { scope })).toMatchObject({ failure: '' });
    const bound = ARGUMENTS.map((value) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    );
    expect(callsIn(folder)[2]).toBe(`select ${names.map(() => '?').join(', ')} ${JSON.stringify(bound)}`);
  });
});

function callsIn(folder: string): unknown[] {
  const lines = readFileSync(join(folder, 'node_modules/mysql2/calls.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line): unknown => JSON.parse(line));
}
