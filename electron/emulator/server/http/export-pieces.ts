import { isJsonObject, type Json } from '../../../../shared/values/json.ts';

/** Log lines that are written at once. */
const LINES = 1000;

/** The JSON text of an export, in pieces that are written as they are asked for. */
export function exportPieces(workspace: Json, state: Iterable<Json> | undefined): Generator<string, void, undefined> {
  // What there is to export is decided now, not when it is read.
  return pieces(JSON.stringify(workspace), state);
}

function* pieces(workspace: string, state: Iterable<Json> | undefined): Generator<string, void, undefined> {
  yield `{"version":1,"workspace":${workspace}`;
  if (state !== undefined) {
    let separator = ',"state":[';
    for (const record of state) {
      yield separator;
      yield* recordPieces(record);
      separator = ',';
    }
    yield separator === ',' ? ']' : `${separator}]`;
  }
  yield '}';
}

/** A record; the log of a run may be long, and is written a thousand lines at a time. */
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
