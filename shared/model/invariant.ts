import { z } from 'zod';
import { list } from '../values/limited.ts';
import { Expression, Name } from '../values/json-schema.ts';

/** A task, and the parameters whose values are counted apart. */
const Per = z.strictObject({
  task: Name.min(1).describe('Slug of the task'),
  per: list(Name.min(1), 20)
    .min(1)
    .optional()
    .describe('Parameters; each combination of their values is counted apart'),
});
export type Per = z.output<typeof Per>;

/** The forms of invariants, by the field that names them. */
const FORMS = {
  once: z.strictObject({ once: Per }).describe('At most one run of the task succeeded'),
  exitMeans: z.strictObject({ exitMeans: Per }).describe('A client that ended with success left a run that succeeded'),
  recovers: z.strictObject({ recovers: z.literal(true) }).describe('The client survives a single fault'),
  ends: z.strictObject({ ends: z.literal(true) }).describe('The client ends in time'),
  findings: z.strictObject({ findings: z.enum(['error', 'warning']) }).describe('No finding of that level or worse'),
  always: z.strictObject({ always: Expression }).describe('The expression is true'),
} as const;

/** A sentence that must hold at the end of each trial, as an object. */
export const Invariant = z
  .union([FORMS.once, FORMS.exitMeans, FORMS.recovers, FORMS.ends, FORMS.findings, FORMS.always])
  .meta({ id: 'Invariant' });
export type Invariant = z.output<typeof Invariant>;

/** An invariant as text or as an object. */
export const AuthoredInvariant = z.union([z.string(), Invariant]);
export type AuthoredInvariant = z.input<typeof AuthoredInvariant>;

/** The forms of an invariant as text, for messages. */
export const INVARIANT_FORMS = [
  'once TASK [per PARAMETER, …]',
  'exit 0 means TASK [per PARAMETER, …]',
  'recovers',
  'ends',
  'no error findings',
  'no warning findings',
  'always EXPRESSION',
] as const;

/** Reads an invariant from its text; `undefined` for a text of no form. */
export function readInvariant(text: string): Invariant | undefined {
  const trimmed = text.trim();
  const always = /^always\s+(.+)$/s.exec(trimmed)?.[1];
  if (always !== undefined) return { always };
  const words = trimmed.replace(/\s+/g, ' ');
  if (words === 'recovers') return { recovers: true };
  if (words === 'ends') return { ends: true };
  const level = /^no (error|warning) findings$/.exec(words)?.[1];
  if (level !== undefined) return { findings: level === 'error' ? 'error' : 'warning' };
  const [, form, task, parameters] = /^(once|exit 0 means) (\S+)(?: per (.+))?$/.exec(words) ?? [];
  if (task === undefined) return undefined;
  const per = parameters?.split(',').map((name) => name.trim());
  if (per?.includes('') === true) return undefined;
  const counted = per === undefined ? { task } : { task, per };
  return form === 'once' ? { once: counted } : { exitMeans: counted };
}

/** An invariant as its canonical text. */
export function invariantText(invariant: Invariant): string {
  if ('once' in invariant) return `once ${perText(invariant.once)}`;
  if ('exitMeans' in invariant) return `exit 0 means ${perText(invariant.exitMeans)}`;
  if ('findings' in invariant) return `no ${invariant.findings} findings`;
  if ('always' in invariant) return `always ${invariant.always}`;
  return 'recovers' in invariant ? 'recovers' : 'ends';
}

function perText({ task, per }: Per): string {
  return per === undefined ? task : `${task} per ${per.join(', ')}`;
}
