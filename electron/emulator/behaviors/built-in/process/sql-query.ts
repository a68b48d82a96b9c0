import { isJsonObject, ownField, type Json, type JsonObject } from '../../../../../shared/values/json.ts';
import { checkOutput, shapeOf } from '../../json-shape.ts';
import { OUTPUT_LIMITS } from '../../limits.ts';
import { StatementError, type ConnectOptions, type SqlConnection, type TakeRows } from './sql-connection.ts';
import { connectMysql } from './sql-mysql.ts';
import { connectPostgres } from './sql-postgres.ts';
import { statementsOf, type SqlStatement } from './sql-statements.ts';
import { taskProgram, type TaskResource, type TaskRun } from './task.ts';

/** Limits of one run. */
const LIMITS = { characters: 1_000_000, statements: 100, rows: 50_000 };

const MODES = ['auto', 'readOnly', 'readWrite', 'none'] as const;
type Mode = (typeof MODES)[number];

type Connect = (resource: TaskResource, options: ConnectOptions) => Promise<SqlConnection>;

/** The drivers, by kind of resource. */
const DRIVERS: Readonly<Record<string, Connect>> = {
  postgres: connectPostgres,
  service_postgres: connectPostgres,
  redshift: connectPostgres,
  mysql: connectMysql,
};

/** Executes the statements of a query. The output is `{ "Q1": [rows], "Q2": { "rows_affected": n }, … }`. Source: docs/built-in-tasks.md, "sql_query". */
export const main = taskProgram(
  async ({ params, resource, signal, log, setOutput, options: { workspaceFolder } }: TaskRun) => {
    const { query, args, mode } = requestOf(params);
    const connect = Object.hasOwn(DRIVERS, resource.kind) ? DRIVERS[resource.kind] : undefined;
    if (connect === undefined)
      throw new Error(
        `sql_query has no driver for resources of kind "${resource.kind}", only for ${Object.keys(DRIVERS).join(', ')}; define a task with the slug "*:sql_query" instead`,
      );
    const notice = (text: string): void => log('info', text);
    const options = { signal, notice, workspaceFolder, maxRows: LIMITS.rows };
    const connection = await connect(resource, options);
    try {
      const statements = checked(statementsOf(query, connection.dialect), args);
      const output = await executeAll({ connection, statements, args, mode, query });
      if (!signal.aborted) setOutput(output);
    } finally {
      await connection.close();
    }
  },
);

interface Work {
  readonly connection: SqlConnection;
  readonly statements: readonly SqlStatement[];
  readonly args: JsonObject;
  readonly mode: Mode;
  readonly query: string;
}

async function executeAll(work: Work): Promise<JsonObject> {
  const { connection, mode } = work;
  const begin = beginOf(work);
  const nothing: TakeRows = () => undefined;
  const command = (text: string): Promise<unknown> => connection.execute({ text }, [], nothing);
  if (begin.length === 0) return rowsOf(work);
  for (const text of begin) await command(text);
  try {
    const output = await rowsOf(work);
    await command(mode === 'readOnly' ? 'rollback' : 'commit');
    return output;
  } catch (error) {
    // The connection ends soon, and with it the transaction.
    await command('rollback').catch(nothing);
    throw error;
  }
}

/** The statements that begin the transaction; none when the query is executed without one. */
function beginOf({ connection: { begin }, statements, mode }: Work): readonly string[] {
  const at = statements.findIndex(({ begins }) => isControl(begins));
  if (mode === 'none' || (mode === 'auto' && (at !== -1 || statements.length === 1))) return [];
  if (at !== -1)
    throw new Error(
      `Q${at + 1} controls the transaction, which the mode "${mode}" does itself; use "transactionMode": "none"`,
    );
  return mode === 'readOnly' ? begin.readOnly : begin.readWrite;
}

function isControl(begins: string): boolean {
  return /^(?:begin|start|commit|end|abort|rollback(?! to)|prepare transaction|xa)\b/.test(begins);
}

async function rowsOf({ connection, statements, args, query }: Work): Promise<JsonObject> {
  const output: Record<string, Json> = {};
  const take = counted();
  for (const [index, statement] of statements.entries()) {
    const rows: JsonObject[] = [];
    const values = statement.names.map((name) => ownField(args, name) ?? null);
    try {
      const affected = await connection.execute(statement, values, (batch) => rows.push(...take(batch)));
      output[`Q${index + 1}`] = affected === undefined ? rows : { rows_affected: affected };
    } catch (error) {
      throw located(error, { statement, index, query });
    }
  }
  const json = JSON.stringify(output);
  checkOutput(json.length, shapeOf(json));
  return output;
}

/** Counts rows and their characters. Throws when there are too many. */
function counted(): (batch: readonly JsonObject[]) => readonly JsonObject[] {
  let rows = 0;
  let characters = 0;
  return (batch) => {
    rows += batch.length;
    if (rows > LIMITS.rows)
      throw new Error(`the query has more than ${LIMITS.rows.toLocaleString('en')} rows; add a LIMIT`);
    return batch.map((row) => {
      const json = JSON.stringify(row);
      characters += json.length;
      if (characters > OUTPUT_LIMITS.characters)
        throw new Error(`the rows are larger than ${OUTPUT_LIMITS.characters / 1_000_000} MB; add a LIMIT`);
      // The driver's rows may be class instances.
      return { ...row };
    });
  };
}

/** Names the statement of an error, and the line and column in the query. */
function located(
  error: unknown,
  { statement, index, query }: { statement: SqlStatement; index: number; query: string },
): unknown {
  if (!(error instanceof StatementError)) return error;
  const lines = error.index === undefined ? undefined : query.slice(0, statement.originOf(error.index)).split('\n');
  const place = lines === undefined ? '' : ` at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
  return new Error(`Q${index + 1}${place}: ${error.message}`, { cause: error });
}

function requestOf(params: JsonObject): { query: string; args: JsonObject; mode: Mode } {
  const { query, transactionMode } = params;
  if (typeof query !== 'string') throw new Error('"query" must be a text');
  if (query.length > LIMITS.characters)
    throw new Error(`"query" has more than ${LIMITS.characters.toLocaleString('en')} characters`);
  const args = argsOf(params);
  const named = transactionMode ?? 'auto';
  const mode = MODES.find((one) => one === (named === '' ? 'auto' : named));
  if (mode === undefined) throw new Error(`"transactionMode" must be one of ${MODES.join(', ')}`);
  return { query, args, mode };
}

/** The arguments by name. SDKs send `queryArgs`; `args` is an older name. */
function argsOf({ queryArgs = null, args = null }: JsonObject): JsonObject {
  if (queryArgs !== null && args !== null)
    throw new Error('the arguments stand in "queryArgs"; leave out "args", its older name');
  const given = queryArgs ?? args ?? {};
  if (!isJsonObject(given)) throw new Error('"queryArgs" must be an object: the arguments by name');
  return given;
}

function checked(statements: readonly SqlStatement[], args: JsonObject): readonly SqlStatement[] {
  if (statements.length === 0) throw new Error('"query" has no statement');
  if (statements.length > LIMITS.statements) throw new Error(`"query" has more than ${LIMITS.statements} statements`);
  const missing = new Set(statements.flatMap(({ names }) => names.filter((name) => !Object.hasOwn(args, name))));
  if (missing.size === 0) return statements;
  throw new Error(`"queryArgs" has no ${[...missing].map((name) => `"${name}"`).join(', ')}, which the query names`);
}
