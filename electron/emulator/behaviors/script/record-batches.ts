import type { LogLevel } from '../../../../shared/model/log-level.ts';
import type { ScriptRecord } from './protocol/messages.ts';

/** Joins consecutive log records of the same level, and consecutive texts on standard output. */
export function inBatches(records: readonly ScriptRecord[]): ScriptRecord[] {
  const batches: ScriptRecord[] = [];
  let lines: { readonly level: LogLevel; readonly texts: string[] } | undefined;
  const end = () => {
    if (lines !== undefined) batches.push({ do: 'log', level: lines.level, text: lines.texts.join('\n') });
    lines = undefined;
  };
  for (const record of records) {
    const last = batches.at(-1);
    if (record.do === 'print' && lines === undefined && last?.do === 'print') {
      batches[batches.length - 1] = { do: 'print', text: last.text + record.text };
    } else if (record.do !== 'log') {
      end();
      batches.push(record);
    } else {
      if (lines?.level !== record.level) end();
      lines ??= { level: record.level, texts: [] };
      lines.texts.push(record.text.replace(/\r?\n$/, ''));
    }
  }
  end();
  return batches;
}
