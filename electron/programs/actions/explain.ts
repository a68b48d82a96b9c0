import { operand } from '../flags/field.ts';
import { sharedAction } from './action.ts';

/** Explains the thing with an ID. */
export const EXPLAIN = {
  explain: sharedAction({
    summary: 'Explain why a run, session or prompt waits or failed, or why a request was refused',
    example: 'hangar explain run20261120z4k2m9x0q7a',
    fields: { id: operand('ID', 'ID of a run, session, prompt or request') },
    ask: async (hangar, { id }) => (await import('./explanation.ts')).explained(hangar, id),
    tell: ({ sentences }) => sentences.join('\n'),
    report: ({ sentences: _, next, ...value }) => ({ value, next }),
  }),
} as const;
