import { useMemo } from 'react';
import { useQueryState } from '../../core/url.ts';

/** A place in a script, as a failure names it; lines and columns count from 1. */
export interface ScriptPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Reads a place such as `ledger.ts:5:33`; undefined for any other text. */
export function readScriptPlace(text: string): ScriptPlace | undefined {
  const [, file, line, column = '1'] = /^([^:]{1,200}):(\d{1,6})(?::(\d{1,6}))?$/.exec(text) ?? [];
  return file === undefined ? undefined : { file, line: Number(line), column: Number(column) };
}

/** The place that the address names (`?line=ledger.ts:5:33`); undefined for none. */
export function useScriptPlace(): ScriptPlace | undefined {
  const text = useQueryState().get('line');
  return useMemo(() => readScriptPlace(text), [text]);
}
