import type { Json, JsonObject } from '../../../../../shared/values/json.ts';
import { resourceHostProblem } from '../../../../../shared/model/resource-config.ts';
import type { SqlDialect, SqlStatement } from './sql-statements.ts';
import type { TaskResource } from './task.ts';

/** Receives rows of a statement; throws when there are too many. */
export type TakeRows = (rows: readonly JsonObject[]) => void;

/** A connection to a database, for one run. */
export interface SqlConnection {
  readonly dialect: SqlDialect;
  /** Statements that begin a transaction. A read-only one cannot be made writable afterwards. */
  readonly begin: { readonly readOnly: readonly string[]; readonly readWrite: readonly string[] };
  /**
   * Executes a statement with the values of its placeholders.
   * @returns the number of affected rows of a statement that returns no rows; `undefined` of one that does, even if there are none
   */
  readonly execute: (
    statement: Pick<SqlStatement, 'text'>,
    values: readonly Json[],
    take: TakeRows,
  ) => Promise<number | undefined>;
  readonly close: () => Promise<void>;
}

/** Options of a connection. */
export interface ConnectOptions {
  /** Aborts with the run: statements in progress are cancelled. */
  readonly signal: AbortSignal;
  /** Reports a notice of the database. */
  readonly notice: (text: string) => void;
  /** The folder from which drivers that Hangar does not contain are resolved. */
  readonly workspaceFolder: string;
  /** Maximum number of rows of the run. */
  readonly maxRows: number;
}

/** Address of a database and credentials for it. */
interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  readonly password: string;
  /** "" for no encryption. */
  readonly ssl: string;
}

/** The address of a resource. Throws for a missing or unsupported field. */
export function addressOf(resource: TaskResource, defaultPort: number): DatabaseAddress {
  const text = (name: string): string => {
    const value = resource[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const missing = ['host', 'database', 'username'].filter((name) => text(name) === '');
  if (missing.length > 0) throw new Error(`the resource "${resource.slug}" has no ${missing.join(' and no ')}`);
  const problem = resourceHostProblem(text('host'));
  if (problem !== null) throw new Error(`the host of the resource "${resource.slug}" ${problem}`);
  if (text('sshHost') !== '')
    throw new Error(
      `the resource "${resource.slug}" has an "sshHost", but Hangar opens no SSH tunnel; remove it, and open one yourself`,
    );
  const port = text('port') === '' ? defaultPort : Number(text('port'));
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`the port of the resource "${resource.slug}" must be a number from 1 to 65535`);
  const ssl = text('ssl') === 'disable' || text('ssl') === 'false' ? '' : text('ssl');
  return {
    host: text('host'),
    port,
    database: text('database'),
    username: text('username'),
    password: text('password'),
    ssl,
  };
}

/** An error of a statement. */
export class StatementError extends Error {
  override readonly name = 'StatementError';
  /** Index in the text of the statement; `undefined` when it is not known. */
  readonly index: number | undefined;

  constructor(message: string, index?: number) {
    super(message);
    this.index = index;
  }
}
