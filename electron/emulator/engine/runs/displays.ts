import { ApiError } from '../../../../shared/http/errors.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import type { Display, ShownDisplay } from '../../../../shared/model/display.ts';
import { formatTimestamp } from '../../../../shared/values/timestamp.ts';
import { notFound, putRun, requireRun, type EngineContext } from '../context/engine-context.ts';
import { appendLog } from './logs.ts';
import { changedRun } from './run-record.ts';
import type { DisplayRecord } from '../context/records.ts';
import { uploadPath } from '../context/scope.ts';

/** Limits of the displays of a run, and of all runs together: they stay in memory until their run is deleted. */
const LIMITS = { run: { displays: 200, characters: 12_000_000 }, all: { displays: 2_000, characters: 50_000_000 } };

/** Adds a display to the caller's run; returns its ID. Throws 404 for an unknown file, and 409 above a limit. */
export function createDisplay(context: EngineContext, display: Display, { runID }: Caller): string {
  const { ids, state, time } = context;
  const run = requireRun(context, runID);
  if (display.kind === 'file') requireFile(context, display.uploadID, runID);
  const createdAt = time.nextTimestamp();
  const size = JSON.stringify(display).length;
  assertRoom('The run', [...displaysOf(context, runID), { size }], LIMITS.run);
  assertRoom('Hangar', [...state.all('display'), { size }], LIMITS.all);
  const id = ids.next('display', createdAt);
  state.put('display', { id, runID, createdAt, size, display });
  putRun(context, changedRun(run, { updatedAt: createdAt }));
  appendLog(context, run, 'debug', `Displayed ${NOUNS[display.kind]} (${id}).`);
  return id;
}

const NOUNS: Readonly<Record<Display['kind'], string>> = {
  ...{ markdown: 'Markdown', json: 'a JSON value', table: 'a table', file: 'a file' },
};

/** A file that the run may show: its own, or one without an owner, such as the value of a parameter. */
function requireFile({ state }: EngineContext, id: string, runID: string): void {
  const file = state.get('upload', id);
  if (file === undefined || (file.access !== undefined && file.access.runID !== runID)) notFound('upload', id);
}

function assertRoom(
  who: string,
  shown: readonly { readonly size: number }[],
  { displays, characters }: { displays: number; characters: number },
): void {
  if (shown.length > displays) throw new ApiError('conflict', `${who} already has ${displays} displays, the maximum.`);
  if (shown.reduce((sum, { size }) => sum + size, 0) > characters)
    throw new ApiError('conflict', `${who} may show ${characters / 1e6} million characters of displays in all.`);
}

/** The displays of a run, in the order of their creation. */
function displaysOf({ state }: EngineContext, runID: string): DisplayRecord[] {
  return [...state.all('display')].filter((display) => display.runID === runID);
}

/** The displays of a run, for the window. */
export function shownDisplays(context: EngineContext, runID: string): ShownDisplay[] {
  return displaysOf(context, runID).map(({ id, createdAt, display }) => ({
    ...{ id, createdAt: formatTimestamp(createdAt), display },
    file: display.kind === 'file' ? fileOf(context, display.uploadID) : null,
  }));
}

function fileOf({ state }: EngineContext, id: string): ShownDisplay['file'] {
  const record = state.get('upload', id);
  return record === undefined ? null : { name: record.name, size: record.size, url: uploadPath(record, 'read') };
}
