import { useMemo } from 'react';
import { useQueryState } from '../../core/url.ts';

/** A position in a script, from a failure; lines and columns count from 1. */
export interface ScriptPosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Parses a position such as `ledger.ts:5:33`; undefined for any other text. */
export function readScriptPosition(text: string): ScriptPosition | undefined {
  const [, file, line, column = '1'] = /^([^:]{1,200}):(\d{1,6})(?::(\d{1,6}))?$/.exec(text) ?? [];
  return file === undefined ? undefined : { file, line: Number(line), column: Number(column) };
}

/** The position in the URL (`?line=ledger.ts:5:33`); undefined for none. */
export function useScriptPosition(): ScriptPosition | undefined {
  const text = useQueryState().get('line');
  return useMemo(() => readScriptPosition(text), [text]);
}
