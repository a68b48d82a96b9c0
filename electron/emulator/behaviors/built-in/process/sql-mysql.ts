import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fieldsOf, isJsonObject, type Json, type JsonObject } from '../../../../../shared/values/json.ts';
import { messageOf } from '../../../../../shared/values/messages.ts';
import { addressOf, StatementError, type ConnectOptions, type SqlConnection } from './sql-connection.ts';
import { MYSQL } from './sql-statements.ts';
import type { TaskResource } from './task.ts';

/** The used part of the package `mysql2/promise`. */
interface Mysql {
  readonly createConnection: (config: object) => Promise<{
    readonly query: (sql: string, values?: readonly Json[]) => Promise<[rows: object, fields: unknown]>;
    readonly end: () => Promise<void>;
    readonly destroy: () => void;
  }>;
}

/** Connects to MySQL with the driver that is installed beside the workspace file. Throws a sentence that says how to install it. */
export async function connectMysql(resource: TaskResource, options: ConnectOptions): Promise<SqlConnection> {
  const { username, ssl, ...address } = addressOf(resource, 3306);
  const { createConnection } = driverBeside(options.workspaceFolder);
  const encryption = ssl === '' ? {} : { ssl: { rejectUnauthorized: ssl.startsWith('verify') } };
  const config = { ...address, ...encryption, user: username, dateStrings: true, supportBigNumbers: true };
  const connection = await createConnection({ ...config, timezone: 'Z', connectTimeout: 15_000 }).catch(
    (error: unknown) => {
      throw new Error(`cannot connect to the resource "${resource.slug}": ${messageOf(error)}`, { cause: error });
    },
  );
  // The server ends the statement when its client has disconnected.
  const stop = (): void => connection.destroy();
  options.signal.addEventListener('abort', stop, { once: true });
  // One more than allowed, to detect too many.
  await connection.query(`set session sql_select_limit = ${options.maxRows + 1}`);
  return {
    dialect: MYSQL,
    begin: { readOnly: ['start transaction read only'], readWrite: ['start transaction'] },
    execute: async ({ text }, values, take) => {
      // The driver would write an object as names and values of SQL, and a list as several arguments.
      const bound = values.map((value) =>
        typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      );
      const [rows] = await connection.query(text, bound).catch((error: unknown) => {
        throw new StatementError(messageOf(error));
      });
      if (!Array.isArray(rows)) return Number(fieldsOf(rows)['affectedRows'] ?? 0);
      take(rows.filter((row): row is JsonObject => isJsonObject(row)));
      return undefined;
    },
    close: async () => {
      options.signal.removeEventListener('abort', stop);
      await connection.end().catch(stop);
    },
  };
}

function driverBeside(folder: string): Mysql {
  const require = createRequire(join(folder, 'package.json'));
  try {
    // The type follows the package's documentation.
    return require('mysql2/promise') as Mysql;
  } catch (error) {
    throw new Error(
      `the package mysql2 is not installed in ${folder}: run "npm install mysql2" there, or define a task with the slug "*:sql_query"`,
      { cause: error },
    );
  }
}
