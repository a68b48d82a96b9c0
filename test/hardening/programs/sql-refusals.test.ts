import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/values/json.ts';
import { endOf, folderWith, runToEnd } from '../../support/behaviors.ts';
import { fakeRun } from '../../support/run-context.ts';
import { MYSQL, mysqlDriver, SQL_QUERY, sqlDatabase, sqlRunner, sqlScope } from '../../support/sql.ts';

const runner = sqlRunner();

describe('*:sql_query against a real PostgreSQL', () => {
  const { resource, query } = sqlDatabase(runner);

  test.each([
    ['set transaction read write; insert into orders (id) values (30)', 'must be set before any query'],
    [
      "select set_config('transaction_read_only', 'off', false); insert into orders (id) values (30)",
      'before any query',
    ],
    ['commit; insert into orders (id) values (30)', 'Q1 controls the transaction'],
    ['/* c */ Rollback; insert into orders (id) values (30)', 'Q1 controls the transaction'],
    ['do $$ begin commit; insert into orders (id) values (30); end $$', 'invalid transaction termination'],
  ])('refuses to write in the mode readOnly: %s', async (text, problem) => {
    expect((await query(text, { transactionMode: 'readOnly' })).failure).toContain(problem);
    expect((await query('select id from orders where id = 30')).output).toEqual({ Q1: [] });
  });

  test.each<[text: string, more: JsonObject, problem: string]>([
    ['select 1;'.repeat(101), {}, 'more than 100 statements'],
    ['select generate_series(1, 1000000000)', {}, 'more than 50,000 rows; add a LIMIT'],
    ["select repeat('x', 1000000) from generate_series(1, 1000)", {}, 'larger than 10 MB; add a LIMIT'],
    ['select 1', { queryArgs: [1] }, '"queryArgs" must be an object'],
    ['select :a', { queryArgs: {}, args: { a: 1 } }, 'leave out "args", its older name'],
    ["select 'open", {}, 'unterminated quoted string'],
    [' -- only this', {}, '"query" has no statement'],
    ['select :a, :b, :a', { queryArgs: { b: 1 } }, '"queryArgs" has no "a", which the query names'],
    ['select 1', { transactionMode: 'write' }, '"transactionMode" must be one of auto, readOnly'],
    ['select :n::int', { queryArgs: { n: 'seven' } }, 'invalid input syntax for type integer'],
  ])('fails with a sentence: %s %j', async (text, more, problem) => {
    const { failure, output } = await query(text, more);
    expect(failure).toContain(problem);
    expect(output).toBeUndefined();
  });

  test.each<[config: JsonObject, problem: string]>([
    [{ port: 'x' }, 'must be a number from 1 to 65535'],
    [{ host: '' }, 'has no host'],
    [{ sshHost: 'jump' }, 'opens no SSH tunnel'],
    [{ ssl: 'maybe' }, 'must be one of disable, require'],
    [{ ssl: 'require' }, 'cannot connect'],
    [{ password: 'wrong' }, 'password authentication failed'],
    [{ port: '1' }, 'ECONNREFUSED'],
    [{ kind: 'mysql' }, 'the package mysql2 is not installed in'],
    [{ kind: 'bigquery' }, 'no driver for resources of kind "bigquery"'],
  ])('fails with a sentence for a resource with %j', async (config, problem) => {
    const scope = sqlScope({ ...resource(), ...config }, 'select 1', {});
    expect((await runToEnd(runner(folderWith()).run, SQL_QUERY, { scope })).failure).toContain(problem);
  });

  test.each<[text: string, more: JsonObject]>([
    ['copy orders from stdin', {}],
    ['/* c */ COPY orders TO STDOUT WITH (FORMAT csv)', {}],
    ['copy (select generate_series(1, 1000000)) to stdout (format binary)', {}],
    ['copy orders from stdin', { transactionMode: 'readWrite' }],
    ['insert into orders (id) values (50); copy (select 1) to stdout', {}],
  ])('refuses to copy as a stream, and loses no rows silently: %s %j', async (text, more) => {
    const { failure, output } = await query(text, more);
    expect(failure).toMatch(/^Q[12]: sends or takes its data as a stream \(COPY … TO STDOUT, COPY … FROM STDIN\)/);
    expect(output).toBeUndefined();
    expect((await query('select id from orders where id = 50')).output).toEqual({ Q1: [] });
  });
});

test('a driver that throws in its own time, or never returns, ends its run only', async () => {
  for (const [text, failure] of [
    ["setImmediate(() => { throw new Error('later') }); return new Promise(() => {});", 'later'],
    ["Promise.reject(new Error('unheard')); return new Promise(() => {});", 'unheard'],
    ['process.exit(3);', 'process.exit(3)'],
    ["process.kill(process.pid, 'SIGKILL'); for (;;);", 'may not end the process'],
    ['const all = []; for (;;) all.push(new Array(1e6).fill(all.length));', 'ran out of memory'],
  ] as const) {
    const driver = `exports.createConnection = async () => { ${text} };`;
    const folder = folderWith(mysqlDriver(driver));
    const scope = sqlScope(MYSQL, 'select 1', {});
    expect((await runToEnd(runner(folder).run, SQL_QUERY, { scope })).failure).toContain(failure);
  }
});

test('a driver that loops without an end is ended with its run', async () => {
  const driver = `exports.createConnection = async () => { for (;;); };`;
  const folder = folderWith(mysqlDriver(driver));
  const fake = fakeRun({ scope: sqlScope(MYSQL, 'select 1', {}) });
  const ended = endOf(runner(folder).run, SQL_QUERY, fake);
  setTimeout(fake.abort, 300);
  expect((await ended).failure).toBe('the built-in task was stopped');
});
