import { expressionsIn, textsOf } from '../../../shared/expression/template.ts';
import { Reviewers } from '../../../shared/model/behavior.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import { valueText } from '../../../shared/model/parameter-options.ts';
import { readParameters } from '../checks/param-value-checks.ts';
import { type JsonObject, textOf, type JsonPath, listOf, objectOf, valueAt } from '../../../shared/values/json.ts';
import { filledValue, type KnownValues } from './known-values.ts';

/** A part of a text: as a run would have it, or an expression whose value only a run knows. */
export interface FilledPart {
  readonly text: string;
  readonly isExpression: boolean;
}

/** Fills in the texts of a prompt and the defaults of its fields, as far as their values are known. */
export function filledPrompt(item: JsonObject, known: KnownValues) {
  const fill = (name: string) => filledText(textOf(item[name]), known);
  const texts = { question: fill('description'), confirmText: fill('confirmText'), cancelText: fill('cancelText') };
  const { parameters, unreadable } = readParameters(item['parameters']);
  const fields = parameters.map((parameter) => filledField(parameter, known));
  const expressions = Object.values(texts).flatMap((parts) => parts.filter(({ isExpression }) => isExpression));
  return {
    ...texts,
    reviewers: Reviewers.safeParse(item['reviewers'] ?? {}).data ?? Reviewers.parse({}),
    parameters: fields.map(({ field }) => field),
    /** Number of fields with problems, which are left out. */
    unreadable,
    /** Expressions whose values only a run knows. */
    unknown: [...new Set([...expressions.map(({ text }) => text), ...fields.flatMap(({ unknown }) => unknown)])],
    /** True when its condition is known to be false. */
    isSkipped: isSkipped(textOf(item['when']), known),
  };
}

/** A text with its templates filled in; the unknown ones are parts of their own. */
function filledText(text: string, known: KnownValues): readonly FilledPart[] {
  const parts: FilledPart[] = [];
  let end = 0;
  for (const { expression, start } of expressionsIn(text)) {
    const open = text.lastIndexOf('{{', start - 2);
    const close = text.indexOf('}}', start + expression.length) + 2;
    const value = filledValue(text.slice(open, close), known);
    const plain = value === null || value === undefined ? '' : valueText(value);
    parts.push({ text: text.slice(end, open) + plain, isExpression: false });
    if (value === undefined) parts.push({ text: expression, isExpression: true });
    end = close;
  }
  return [...parts, { text: text.slice(end), isExpression: false }];
}

/** A field with its default filled in, or without one that only a run knows. */
function filledField(parameter: Parameter, known: KnownValues): { field: Parameter; unknown: readonly string[] } {
  const { default: preset, ...field } = parameter;
  if (preset === undefined) return { field: parameter, unknown: [] };
  const filled = filledValue(preset, known);
  if (filled !== undefined) return { field: { ...field, default: filled }, unknown: [] };
  const expressions = textsOf(preset, []).flatMap(({ text }) => expressionsIn(text));
  return { field, unknown: expressions.map(({ expression }) => expression) };
}

function isSkipped(when: string, known: KnownValues): boolean {
  if (when === '') return false;
  const value = filledValue(`{{ ${when} }}`, known);
  return value !== undefined && !value;
}

/** A prompt among the steps or blocks of a definition. */
export interface PreviewedPrompt {
  readonly item: JsonObject;
  /** Its position among the prompts, from 0. */
  readonly index: number;
  readonly count: number;
}

/** The prompt at the path of the open card, else the first one; undefined when there is none. */
export function previewedPrompt(
  value: JsonObject,
  { path, kindField }: { readonly path: JsonPath; readonly kindField: string },
  open: JsonPath | undefined,
): PreviewedPrompt | undefined {
  const prompts = listOf(valueAt(value, path))
    .map(objectOf)
    .filter((item) => item[kindField] === 'prompt');
  const index = Math.max(0, open === undefined ? 0 : prompts.indexOf(objectOf(valueAt(value, open))));
  const item = prompts[index];
  return item && { item, index, count: prompts.length };
}
