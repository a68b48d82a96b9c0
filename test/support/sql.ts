import { afterAll } from 'vitest';
import type { JsonObject } from '../../shared/values/json.ts';
import { runToEnd, type RunEnd } from './behaviors.ts';
import { databaseServer, type Postgres } from './postgres.ts';
import { builtInRunner, scriptRunner } from './runners.ts';

const NO_DELAY = { startDelaySeconds: 0, queueSeconds: 0, failureRate: 0 } as const;
/** Behavior of the built-in task `sql_query`. */
export const SQL_QUERY = { kind: 'builtin', name: 'sql_query', ...NO_DELAY } as const;

/** The names of a query in a run: parameters, and the database as a resource. */
export function sqlScope(resource: JsonObject, query: string, more: JsonObject) {
  const params = { query, queryArgs: null, args: null, transactionMode: null, ...more };
  return { params, resources: { db: { id: 'res1', slug: 'orders', kind: 'postgres', ...resource } } };
}

/** A runner of `sql_query` for the tests of a file, with the folder in which drivers are looked for. */
export function sqlRunner(): (folder?: string) => ReturnType<typeof builtInRunner> {
  const script = scriptRunner();
  afterAll(() => script.close());
  return (folder = '') => builtInRunner(script, { workspaceFolder: () => folder });
}

/** A PostgreSQL server for the tests of a block, with a table of orders. */
export function sqlDatabase(runner: ReturnType<typeof sqlRunner>): {
  readonly postgres: () => Postgres;
  readonly resource: () => JsonObject;
  readonly query: (text: string, more?: JsonObject, config?: JsonObject) => Promise<RunEnd>;
} {
  const postgres = databaseServer(async () => {
    await query('create table orders (id int primary key, note text, placed timestamptz, extra jsonb)');
  });
  const resource = (): JsonObject => {
    const { port, username, password } = postgres();
    return { host: '127.0.0.1', port: String(port), database: 'postgres', username, password };
  };
  const query = (text: string, more: JsonObject = {}, config: JsonObject = {}): Promise<RunEnd> =>
    runToEnd(runner().run, SQL_QUERY, { scope: sqlScope({ ...resource(), ...config }, text, more) });
  return { postgres, resource, query };
}

/** Files of a package `mysql2`. @param driver code of its module `mysql2/promise` */
export function mysqlDriver(driver: string): Readonly<Record<string, string>> {
  return {
    'node_modules/mysql2/package.json': '{"name":"mysql2","exports":{"./promise":"./promise.js"}}',
    'node_modules/mysql2/promise.js': driver,
  };
}

/** A resource of MySQL. */
export const MYSQL = { kind: 'mysql', host: 'db', database: 'shop', username: 'ann' } as const;
