import type { RunStep } from '../../../../shared/contract/emulator/rows.ts';
import type { LogEntry } from '../../../../shared/model/run.ts';
import type { TimelineRun } from './lanes-below.ts';
import { duration, instantOf } from '../../../ui/text/time.ts';

/** Maximum length of a name, in characters. */
const NAME = 120;

/** Returns the function that names the steps of a run; call it for each in order. Prefers the values of templates. */
export function nameOfStep(detail: TimelineRun, lines: readonly LogEntry[]): (step: RunStep, index: number) => string {
  const written = lines.filter(({ level }) => level !== 'debug');
  let next = 0;
  const lineOf = ({ from }: RunStep): string | undefined => {
    if (from === null) return undefined;
    while (next < written.length && instantOf(written[next]?.timestamp ?? '') < instantOf(from)) next++;
    return written[next++]?.text;
  };
  return (step) => {
    const name = nameFrom(step, detail, step.do === 'log' ? lineOf(step) : undefined);
    return (name.split('\n')[0] ?? '').slice(0, NAME);
  };
}

/** Puts an ellipsis for each template, whose value is not known before its step. */
function withoutTemplates(text: string): string {
  // Only what may be shown is searched: text without an end of a template takes quadratic time.
  return text.slice(0, 4 * NAME).replaceAll(/\{\{[^]*?\}\}/g, '…');
}

function nameFrom(step: RunStep, detail: TimelineRun, line: string | undefined): string {
  const text = withoutTemplates(step.text);
  switch (step.do) {
    case 'log':
      return (text === step.text ? undefined : line) ?? (text === '' ? 'Log' : text);
    case 'wait':
      return /^[\d.]+$/.test(text) ? `Wait ${duration(Number(text) * 1000)}` : `Wait ${text}`;
    case 'prompt': {
      const asked = detail.prompts.find(({ prompt }) => prompt.id === step.promptID)?.prompt.description ?? text;
      return asked === '' ? 'Prompt' : asked;
    }
    case 'execute':
      return `Execute ${text}`;
    case 'fail':
      return step.state === 'failed' && detail.row.failure !== '' ? detail.row.failure : `Fail ${text}`.trim();
    case 'output':
      return 'Output';
  }
}
