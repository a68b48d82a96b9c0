import { Readable, Writable } from 'node:stream';
import type { Socket } from 'node:net';
import postgres, { type Options, type PendingQuery, type PostgresType, type Row, type Sql } from 'postgres';
import { fieldsOf, type Json } from '../../../../../shared/values/json.ts';
import { messageOf } from '../../../../../shared/values/messages.ts';
import { addressOf, StatementError, type ConnectOptions, type SqlConnection, type TakeRows } from './sql-connection.ts';
import { DatabaseSockets } from './database-socket.ts';
import { POSTGRES } from './sql-statements.ts';
import type { TaskResource } from './task.ts';

/** The failure of `copy … to stdout`, `copy … from stdin` and the like: the driver gives a stream for them, and no rows. */
const STREAM =
  'sends or takes its data as a stream (COPY … TO STDOUT, COPY … FROM STDIN), which sql_query does not; use SELECT or INSERT';

/** Number of rows read at a time. */
const BATCH = 200;
const CONNECT_SECONDS = 15;
const SSL = ['require', 'allow', 'prefer', 'verify-full'] as const;

/** Connects to PostgreSQL. */
export async function connectPostgres(resource: TaskResource, options: ConnectOptions): Promise<SqlConnection> {
  const sql = openDriver(resource, options);
  let current: PendingQuery<Row[]> | undefined;
  const end = (): Promise<void> => sql.end({ timeout: 1 });
  const stop = (): void => {
    // A query that waits has nothing to cancel.
    void Promise.resolve(current?.cancel()).catch(() => undefined);
    end().catch(() => undefined);
  };
  options.signal.addEventListener('abort', stop, { once: true });
  const close = async (): Promise<void> => {
    options.signal.removeEventListener('abort', stop);
    await end();
  };
  try {
    await sql.unsafe('select 1');
  } catch (error) {
    await close();
    throw new Error(`cannot connect to the resource "${resource.slug}": ${reasonOf(error)}`, { cause: error });
  }
  return {
    dialect: POSTGRES,
    // After the first query, the mode of a transaction cannot be changed.
    begin: { readOnly: ['begin read only', 'select 1'], readWrite: ['begin'] },
    execute: ({ text }, values, take) => {
      // Its types cover only those values that it converts.
      current = sql.unsafe(text, values.map((value) => bound(sql, value)) as never[]);
      return readAll(current, sql.CLOSE, take).catch(rethrow);
    },
    close,
  };
}

function openDriver(resource: TaskResource, { notice, signal }: ConnectOptions): Sql {
  const { username, password, ssl, ...address } = addressOf(resource, 5432);
  const mode = SSL.find((one) => one === (ssl === 'true' ? 'require' : ssl));
  if (ssl !== '' && mode === undefined)
    throw new Error(`the field "ssl" of the resource "${resource.slug}" must be one of disable, ${SSL.join(', ')}`);
  const sockets = new DatabaseSockets(address, signal);
  // Its types lack the option `socket`.
  const options: Options<Record<string, PostgresType>> & { readonly socket: () => Promise<Socket> } = {
    ...address,
    user: username,
    password,
    ssl: mode ?? false,
    max: 1,
    connect_timeout: CONNECT_SECONDS,
    prepare: false,
    backoff: false,
    onnotice: ({ message }) => notice(message ?? ''),
    connection: { application_name: 'hangar', TimeZone: 'UTC' },
    types: TYPES,
    socket: () => sockets.open(),
  };
  return postgres(options);
}

/**
 * Reads the rows of a statement in batches. Rejects with what `take` throws, and reads no further.
 * @returns the number of affected rows; `undefined` when the statement has columns
 */
async function readAll(query: PendingQuery<Row[]>, close: Sql['CLOSE'], take: TakeRows): Promise<number | undefined> {
  const refused: unknown[] = [];
  const taken = { rows: 0 };
  const result: object = await query.cursor(BATCH, (rows) => {
    try {
      taken.rows += rows.length;
      take(rows);
      return undefined;
    } catch (error) {
      refused.push(error);
      return close;
    }
  });
  if (refused.length > 0) throw refused[0];
  // A stream for both directions is an instance of both classes.
  if (!(result instanceof Readable) && !(result instanceof Writable)) {
    const { columns, count } = fieldsOf(result);
    // Only the result of the first batch has the columns.
    return taken.rows > 0 || (Array.isArray(columns) && columns.length > 0) ? undefined : Number(count ?? 0);
  }
  // The error with which the driver ends the copying.
  result.on('error', () => undefined);
  result.destroy();
  throw new StatementError(STREAM);
}

function rethrow(error: unknown): never {
  if (!(error instanceof Error) || error.name !== 'PostgresError') throw error;
  const { code, detail, hint, position } = fieldsOf(error);
  const more = [detail, hint].filter((text) => typeof text === 'string' && text !== '').join(' ');
  const message = `${error.message} (${typeof code === 'string' ? code : ''})${more === '' ? '' : `. ${more}`}`;
  throw new StatementError(message, position === undefined ? undefined : Number(position) - 1);
}

function reasonOf(error: unknown): string {
  return messageOf(error) || (error instanceof Error && 'code' in error ? String(error.code) : 'no connection');
}

/**
 * An argument for the driver. An object is bound as JSON text, and so is a list, unless the statement takes an array of the
 * database there, whose items it becomes.
 */
function bound(sql: Sql, value: Json): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const json = JSON.stringify(value);
  // By type 0 the database decides: the driver would take that of the first item.
  return Array.isArray(value) ? sql.typed(listWith(value, json), 0) : json;
}

/** A list for the driver, which writes it as an array by its items, otherwise as text in one of these two ways. */
function listWith(value: readonly Json[], json: string): readonly unknown[] {
  const items = value.map((item) =>
    Array.isArray(item) ? listWith(item, JSON.stringify(item)) : isObject(item) ? JSON.stringify(item) : item,
  );
  return Object.defineProperties(items, { toString: { value: () => json }, toJSON: { value: () => value } });
}

function isObject(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

/** A text for a placeholder of any type. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A number that JSON represents exactly, otherwise its text: `NaN`, or an integer beyond 2^53. */
function numberOf(text: string): number | string {
  const number = Number(text);
  const isExact = Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
  return isExact ? number : text;
}

/** `2026-11-23 08:00:00.5+00` as `2026-11-23T08:00:00.5Z`. The session is in UTC; dates and infinity stay unchanged. */
function timeOf(text: string): string {
  return text.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)/, '$1T$2').replace(/\+00$/, 'Z');
}

/** Converters of columns to JSON. Other types arrive as text. */
const TYPES: Readonly<Record<string, PostgresType>> = {
  string: { to: 25, from: [], serialize: textOf, parse: (text: string) => text },
  boolean: { to: 16, from: [16], serialize: textOf, parse: (text: string) => text === 't' },
  number: { to: 0, from: [21, 23, 26, 700, 701], serialize: textOf, parse: numberOf },
  bigint: { to: 20, from: [20], serialize: textOf, parse: numberOf },
  date: { to: 1184, from: [1082, 1114, 1184], serialize: textOf, parse: timeOf },
  bytea: { to: 17, from: [17], serialize: textOf, parse: (text: string) => text },
  json: {
    to: 114,
    from: [114, 3802],
    serialize: textOf,
    parse: (text: string): unknown => JSON.parse(text),
  },
};
