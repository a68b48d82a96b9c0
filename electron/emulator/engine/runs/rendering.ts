import { render } from '../../../../shared/expression/template.ts';
import type { Budget } from '../../../../shared/expression/budget.ts';
import type { PromptContent } from '../../../../shared/model/behavior.ts';
import { asJson, type Json, type JsonObject, objectOf } from '../../../../shared/values/json.ts';
import { MAX_CHARACTERS } from '../../../../shared/values/limits.ts';

/** The scope of templates and the budget for evaluating them. */
export interface Rendering {
  readonly scope: Readonly<Record<string, unknown>>;
  readonly budget: Budget;
}

/** Renders the templates in a value. A template without a value gives null. */
export function renderJson(value: Json, { scope, budget }: Rendering): Json {
  // Templates evaluate to JSON values or undefined; see shared/expression.
  return asJson(render(value, scope, budget) ?? null);
}

/** Renders the templates in the fields of an object. */
export function renderObject(fields: JsonObject, rendering: Rendering): JsonObject {
  return objectOf(renderJson(asJson(fields), rendering));
}

/** Renders a template as text: a string unchanged, null as "", other values as JSON. */
export function renderText(template: Json, rendering: Rendering): string {
  const value = renderJson(template, rendering);
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

/** Renders a text for people. Throws when it becomes longer than a definition could have it. */
function renderShort(template: string, rendering: Rendering): string {
  const text = renderText(template, rendering);
  if (text.length <= MAX_CHARACTERS.text) return text;
  throw new Error(`a text of the prompt has more than ${MAX_CHARACTERS.text.toLocaleString('en')} characters`);
}

/** Renders the texts of a prompt and the defaults of its parameters. */
export function renderPrompt(ask: PromptContent, rendering: Rendering): PromptContent {
  return {
    description: renderShort(ask.description, rendering),
    confirmText: renderShort(ask.confirmText, rendering),
    cancelText: renderShort(ask.cancelText, rendering),
    parameters: ask.parameters.map((parameter) =>
      parameter.default === undefined ? parameter : { ...parameter, default: renderJson(parameter.default, rendering) },
    ),
    reviewers: ask.reviewers,
  };
}
