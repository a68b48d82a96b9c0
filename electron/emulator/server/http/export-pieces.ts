import { withoutCredentials } from '../../../../shared/model/mask-json.ts';
import { isJsonObject, type Json } from '../../../../shared/values/json.ts';

/** Log lines serialised at once. */
const LINES = 1000;

/** Yields the JSON text of an export in pieces, written as they are read. */
export function exportPieces(workspace: Json, state: Iterable<Json> | undefined): Generator<string, void, undefined> {
  // The workspace is captured now, not when the pieces are read.
  return pieces(JSON.stringify(workspace), state);
}

function* pieces(workspace: string, state: Iterable<Json> | undefined): Generator<string, void, undefined> {
  yield `{"version":1,"workspace":${workspace}`;
  if (state !== undefined) {
    let separator = ',"state":[';
    for (const record of state) {
      yield separator;
      yield* recordPieces(withoutHeaders(record));
      separator = ',';
    }
    yield separator === ',' ? ']' : `${separator}]`;
  }
  yield '}';
}

/** A run without the credentials that a webhook was sent in headers. They belong to somebody else, and no definition holds them. */
function withoutHeaders(record: Json): Json {
  if (!isJsonObject(record) || record['kind'] !== 'run') return record;
  const { logs = [], ...run } = record;
  return { ...withoutCredentials(run), logs };
}

/** Serialises a record; a long log is split into pieces. */
function* recordPieces(record: Json): Generator<string, void, undefined> {
  const logs = isJsonObject(record) ? record['logs'] : undefined;
  if (!isJsonObject(record) || !Array.isArray(logs) || logs.length <= LINES) {
    yield JSON.stringify(record);
    return;
  }
  yield `${JSON.stringify({ ...record, logs: undefined }).slice(0, -1)},"logs":[`;
  for (let from = 0; from < logs.length; from += LINES) {
    yield (from === 0 ? '' : ',') + JSON.stringify(logs.slice(from, from + LINES)).slice(1, -1);
  }
  yield ']}';
}
