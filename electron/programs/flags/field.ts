import { z } from 'zod';
import { parseDuration } from '../../../shared/model/filter.ts';
import { readWith } from '../../../shared/values/schema-problems.ts';
import { quoteForMessage } from '../../../shared/values/messages.ts';

/** A wrong flag or value; the caller adds the flag's name to the message. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Facts about a field beside its schema. */
interface FieldFacts {
  /** Description, without a full stop. */
  readonly help: string;
  /** Placeholder of the value; words of a choice when absent. */
  readonly metavar?: string;
  readonly short?: string;
  /** Default, in words; "none" when absent. */
  readonly defaultText?: string;
  /** Name of its flag when the field has another one, which is the server's. */
  readonly flag?: string;
  /** An argument by its place instead of a flag: one word, or all that follow, as a list or as one text. */
  readonly place?: 'word' | 'list' | 'text';
  /** Words for completion when the schema allows others; `files` for the name of a file. */
  readonly suggested?: readonly string[] | 'files';
  /** The only place that offers it. */
  readonly only?: 'command' | 'tool';
  /** True for an argument that the command line requires though the schema does not. */
  readonly isRequired?: boolean;
  /** True for a value that messages do not quote. */
  readonly isSecret?: boolean;
  /** True for a number of seconds, which the command line takes as a duration such as `90s`, too. */
  readonly isDuration?: boolean;
}

/** A field of an input. Parsing, variable, check, help, documentation and the schema for agents are derived from it. */
export interface Field<Value = unknown> extends FieldFacts {
  readonly schema: z.ZodType<Value>;
  /** "" for a switch, which takes no value. */
  readonly metavar: string;
  readonly defaultText: string;
  readonly isRepeatable: boolean;
  readonly isRequired: boolean;
}

/** Fields by name: `inMemory` is the flag `--in-memory`. */
export type Fields = Readonly<Record<string, Field>>;
/** Values of fields. */
export type Values<Table extends Fields> = {
  readonly [Name in keyof Table]: Table[Name] extends Field<infer Value> ? Value : never;
};

/** Declares a field. */
export function field<Value>(schema: z.ZodType<Value>, facts: FieldFacts): Field<Value> {
  const core = coreOf(schema);
  const isSwitch = core instanceof z.ZodBoolean;
  return {
    defaultText: isSwitch ? 'off' : 'none',
    metavar: isSwitch ? '' : choicesOf({ schema }).join('|'),
    isRequired: core === schema,
    ...facts,
    schema,
    isRepeatable: core instanceof z.ZodArray,
  };
}

/** A text, which must not be empty. */
export const Word = z.string('must be a text').min(1, 'must not be empty').max(10_000, 'is too long');
// Schemas are shared, since every start of a command makes all fields.
const OptionalWord = Word.optional();
const Switch = z.boolean('must be 1, true, 0 or false').default(false);
const Amount = z.number('must be a number, zero or more').min(0, 'must be a number, zero or more').optional();
const NO_DURATION = 'must be a duration such as 90s, 10m, 2h or 3d';
const Seconds = z.number(NO_DURATION).min(0, NO_DURATION).optional();

/** Declares a text. */
export function word(metavar: string, help: string, facts: Partial<FieldFacts> = {}): Field<string | undefined> {
  return field(OptionalWord, { metavar, help, ...facts });
}

/** Declares a text that is required, an argument by its place. */
export function operand(metavar: string, help: string, facts: Partial<FieldFacts> = {}): Field<string> {
  return field(Word, { metavar, help, place: 'word', ...facts });
}

/** Declares a switch. */
export function toggle(help: string, facts: Partial<FieldFacts> = {}): Field<boolean> {
  return field(Switch, { help, ...facts });
}

/** Declares a choice of words. */
export function choice<const Words extends string>(
  words: readonly Words[],
  facts: FieldFacts,
): Field<Words | undefined> {
  // Made when it is needed: the first use of `Intl` takes ten milliseconds.
  const error = (): string => `must be ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)}`;
  return field(z.enum(words, { error }).optional(), facts);
}

/** Declares a whole number from 0 to a maximum. */
export function count(most: number, facts: FieldFacts): Field<number | undefined> {
  const problem = `must be a whole number from 0 to ${most}`;
  return field(z.int(problem).min(0, problem).max(most, problem).optional(), facts);
}

/** Declares a number, zero or more. The server checks the rest. */
export function amount(facts: FieldFacts): Field<number | undefined> {
  return field(Amount, facts);
}

/** Declares a number of seconds. */
export function seconds(help: string, facts: Partial<FieldFacts> = {}): Field<number | undefined> {
  return field(Seconds, { metavar: 'S', help, isDuration: true, ...facts });
}

/** A schema of a text that a function parses. @param read throws `UsageError` for a wrong text */
export function parsed<Value>(read: (text: string) => Value): z.ZodType<Value> {
  return z.string().transform((text, context) => {
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });
}

/** The words of a choice; none for another field. */
export function choicesOf({ schema }: Pick<Field, 'schema'>): readonly string[] {
  const core = coreOf(schema);
  const one = core instanceof z.ZodArray ? coreOf(core.unwrap()) : core;
  return one instanceof z.ZodEnum ? one.options.map(String) : [];
}

/** The value of a field from all given texts, in order; none when it is missing. Throws `UsageError`. */
export function valueOf<Value>(declared: Field<Value>, texts: readonly string[]): Value {
  const values = texts.map((text) => given(declared, text));
  const value = declared.isRepeatable && texts.length > 0 ? values : values.at(-1);
  const read = readWith(declared.schema, value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const at = issue?.path[0];
  const text = texts.at(typeof at === 'number' ? at : -1) ?? '';
  const quoted = text === '' || declared.isSecret === true ? '' : `, not "${quoteForMessage(text)}"`;
  throw new UsageError(`${issue?.message ?? 'is not valid'}${quoted}`);
}

/** A text as the type of its field; unchanged when it is not of that type, which the schema refuses. */
function given({ schema, isDuration }: Field, text: string): unknown {
  const core = coreOf(schema);
  if (core instanceof z.ZodBoolean) return { 1: true, true: true, 0: false, false: false }[text] ?? text;
  if (core instanceof z.ZodEnum) {
    const lower = text.toLowerCase();
    return core.options.find((option) => String(option).toLowerCase() === lower) ?? text;
  }
  if (!(core instanceof z.ZodNumber)) return text;
  const milliseconds = isDuration === true ? parseDuration(text) : undefined;
  if (milliseconds !== undefined) return milliseconds / 1000;
  return /^\d{1,12}(?:\.\d{1,6})?$/.test(text) ? Number(text) : text;
}

/** A schema without what makes it optional. */
function coreOf(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? coreOf(schema.unwrap()) : schema;
}
