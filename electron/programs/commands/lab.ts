import { colourOf } from '../output/terminal-text.ts';
import type { Handler } from './command.ts';
import type { RESET_FLAGS } from './flags.ts';

/** Lists the findings. */
export const findings: Handler = async ({ out, hangar }) => {
  const { api } = await hangar();
  const list = await api.findings.list();
  out.table(list, {
    head: ['finding', 'level', 'rule', 'times', 'message'],
    rows: list.items.map(({ id, level, rule, count, message }) => [
      id,
      { text: level, colour: colourOf(level) },
      rule,
      count,
      message,
    ]),
    none: 'No mistakes of clients were found.',
  });
};

/** Prints the coverage. */
export const coverage: Handler = async ({ out, hangar }) => {
  const { api } = await hangar();
  const view = await api.coverage.read();
  const others = [
    ['runs', view.runStatuses],
    ['prompts', view.prompts],
    ['decisions', view.decisions],
  ] as const;
  out.table(view, {
    head: ['operation', 'calls', 'answers', 'faults'],
    rows: view.operations.map(({ operation, calls, answers, faults }) => [
      operation,
      calls,
      countsText(answers),
      countsText(faults),
    ]),
    none: 'There are no operations.',
    foot: others.map(([name, counts]) => `${name}: ${countsText(counts) || 'none'}`).join('\n'),
  });
};

function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} (${count})`)
    .join(' ');
}

/** Resets the state. */
export const reset: Handler<typeof RESET_FLAGS> = async ({ flags, out, hangar }) => {
  const { api } = await hangar();
  await api.reset({ body: { workspace: flags.workspace } });
  out.show({}, 'Everything was reset; definitions and keys stay.');
};
