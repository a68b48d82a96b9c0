import type { RunDetail } from '../../../../shared/contract/emulator/rows.ts';
import { isJsonObject, type Json } from '../../../../shared/values/json.ts';
import { isPending } from '../../../../shared/model/status.ts';
import { useActorName } from '../../../core/data/hangar.ts';
import { failureOf } from '../../../core/run/run-display.ts';
import { RowValues } from '../../../ui/lists/Row.tsx';
import { type AnyStatus, STATUS_DISPLAY } from '../../../ui/text/status.ts';
import { stripBidiControls } from '../../../ui/text/shown-text.tsx';

interface BlockResultProps {
  readonly status: AnyStatus;
  /** The run of the block; undefined without one. */
  readonly detail: RunDetail | undefined;
  /** The reason why it has failed without a run. */
  readonly failure?: string;
}

/** The result of a block in one line: its answer, its first outputs or its failure; its status without those. */
export function BlockResult({ status, detail, failure = '' }: BlockResultProps) {
  const actorName = useActorName();
  if (status === 'Failed' && detail === undefined) return <span className="error">{stripBidiControls(failure)}</span>;
  if (detail === undefined) return <span className="quiet">{STATUS_DISPLAY[status].text.toLowerCase()}</span>;
  const { row, output, prompts } = detail;
  if (row.failure !== '')
    return <span className="error">{stripBidiControls(failureOf(row.failure).reason.split('\n')[0])}</span>;
  const prompt = prompts.find((item) => !isPending(item.prompt))?.prompt;
  if (prompt !== undefined) {
    const isSubmitted = prompt.submittedAt !== null;
    const who = actorName(isSubmitted ? prompt.submittedBy : prompt.cancelledBy) || 'Hangar';
    const text = stripBidiControls(`${isSubmitted ? prompt.confirmText : prompt.cancelText}, by ${who}`);
    const values = Object.entries(isSubmitted ? prompt.values : {}).map(
      ([name, value]) => [name, shortText(value)] as const,
    );
    return (
      <>
        {text} {values.length > 0 && '· '}
        <RowValues values={values} />
      </>
    );
  }
  const outputs = isJsonObject(output) ? Object.entries(output) : [];
  if (outputs.length === 0 || row.status !== 'Succeeded')
    return <span className="quiet">{STATUS_DISPLAY[status].text.toLowerCase()}</span>;
  return <RowValues values={outputs.slice(0, MOST).map(([name, value]) => [name, shortText(value)])} />;
}

/** Number of outputs that are shown, and of characters of each. */
const MOST = 3;
const LENGTH = 60;

/** A value as a text that fits into a line. */
export function shortText(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LENGTH ? `${text.slice(0, LENGTH)}…` : text;
}
