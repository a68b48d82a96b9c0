import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { AnswerRule, type AuthoredAnswerRule } from '../../model/rule.ts';
import { type AuthoredFault, type Fault, FAULTS } from '../../model/fault.ts';
import { type RuleListName, COLLECTIONS } from '../../registry/collections.ts';
import { Id } from '../../values/identifier.ts';
import { list } from '../../values/limited.ts';
import { COUNTS } from '../../values/limits.ts';
import { nonEmpty } from '../../values/json-schema.ts';
import { type ItemSchemas, oneItem } from './one-item.ts';

/** Fields of a request that makes a rule, in addition to those of the rule. */
const requestFields = {
  keep: z.boolean().default(false).describe('Writes the rule to the workspace file'),
  ttlSeconds: z
    .number()
    .min(0.001)
    .max(31_536_000)
    .optional()
    .describe("Removes a runtime rule after this many seconds of the machine's time"),
};

const State = z.object({
  id: Id,
  source: z.enum(['workspace', 'runtime']).describe('In the workspace file, or until the process ends'),
  matched: z.int().describe('Matches since the last restart of the counters'),
  applied: z.int().describe('Matches that the rule applied to'),
  remaining: z.int().nullable().describe('Remaining matches of `times`; null without `times`'),
  completed: z.boolean().describe('True when `times` is used up'),
});
const AnswerState = State.extend({
  lastProblem: z.string().nullable().describe('Reason of the latest refused answer; null for none'),
});
/** Identity, source and counters of a rule; the last problem of an automatic answer. */
export type RuleState = z.output<typeof State> & { readonly lastProblem?: string | null };

/** Fields of a request that makes a rule, in addition to those of the rule. */
export interface RuleRequest {
  readonly keep: boolean;
  readonly ttlSeconds?: number | undefined;
}

/** Schemas of the requests and answers about a list of rules. Rules have one schema, or one for each `kind`. */
function ruleSchemas<Rule, Authored>(name: string, kinds: readonly z.ZodObject[], state: z.ZodObject) {
  const union = (fields: z.ZodRawShape): z.ZodType => {
    // A schema made from another has no description.
    const extended = nonEmpty(kinds.map((kind) => kind.extend(fields).describe(kind.description ?? name)));
    return extended.length > 1 ? z.discriminatedUnion('kind', extended) : extended[0];
  };
  return {
    // The fields are those of the rule and of the table.
    Body: union(requestFields).meta({ id: `New${name}` }) as z.ZodType<
      Rule & RuleRequest,
      Authored & Partial<RuleRequest>
    >,
    Item: union(state.shape).meta({ id: `${name}Item` }) as z.ZodType<Rule & RuleState>,
  };
}

/** The endpoints of a list of rules. */
function ruleList<const Path extends string, Body extends z.ZodType, Item extends z.ZodType>(
  { path, noun, label }: { readonly path: Path; readonly noun: string; readonly label: string },
  { Body, Item }: ItemSchemas<Body, Item>,
) {
  const all = `/_emulator/${path}` as const;
  const Items = z.object({ items: z.array(Item) });
  return {
    list: emulator.get(all, `List every ${noun}: those of the workspace file first, then by creation`, {
      response: Items,
    }),
    create: emulator.post(all, `Create one ${noun}, or all of a list or none; answers \`{ items }\` for a list`, {
      body: z.union([Body, list(Body, COUNTS.changes).min(1)]),
      response: z.union([Item, Items]),
      errors: ['invalid_request', 'conflict'],
    }),
    ...oneItem({ path, noun, key: 'ID or slug', replaced: '; its counters stay' }, { Body, Item }),
    removeAll: emulator.delete(all, `${label}: delete all that are not in the workspace file`, {}),
    restart: emulator.post(`${all}/restart`, `${label}: set the counters of all to zero`, {}),
  };
}

export const RULES = {
  faults: ruleSchemas<Fault, AuthoredFault>('Fault', Object.values(FAULTS), State),
  answers: ruleSchemas<AnswerRule, AuthoredAnswerRule>('AnswerRule', [AnswerRule], AnswerState),
} satisfies Record<RuleListName, unknown>;

/** A request that makes a fault. */
export type NewFault = z.input<typeof RULES.faults.Body>;
/** A request that makes an automatic answer. */
export type NewAnswer = z.input<typeof RULES.answers.Body>;
/** A fault with its state. */
export type FaultItem = z.output<typeof RULES.faults.Item>;
/** An automatic answer with its state. */
export type AnswerItem = z.output<typeof RULES.answers.Item>;

/** The lists of rules of the test lab; the names are the workspace file's. */
export const rules = {
  faults: ruleList(COLLECTIONS.faults, RULES.faults),
  answers: ruleList(COLLECTIONS.answers, RULES.answers),
};
