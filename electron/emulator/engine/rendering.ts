import { render } from '../../../shared/expression/template.ts';
import type { Budget } from '../../../shared/expression/budget.ts';
import type { PromptAsk } from '../../../shared/model/behavior.ts';
import type { Json } from '../../../shared/values/json.ts';

/** What templates see, and how much evaluating them may take. */
export interface Rendering {
  readonly scope: Readonly<Record<string, unknown>>;
  readonly budget: Budget;
}

/** A value with its templates filled in; a template that gives nothing gives null, which JSON can hold. */
export function renderJson(value: Json, { scope, budget }: Rendering): Json {
  // Templates give JSON values or undefined; see shared/expression.
  return (render(value, scope, budget) ?? null) as Json;
}

/** A template's value as a text: strings as they are, nothing as "", the rest as JSON. */
export function renderText(template: Json, rendering: Rendering): string {
  const value = renderJson(template, rendering);
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

/** A prompt's texts and the defaults of its parameters with their templates filled in. */
export function renderPrompt(ask: PromptAsk, rendering: Rendering): PromptAsk {
  return {
    description: renderText(ask.description, rendering),
    confirmText: renderText(ask.confirmText, rendering),
    cancelText: renderText(ask.cancelText, rendering),
    parameters: ask.parameters.map((parameter) =>
      parameter.default === undefined ? parameter : { ...parameter, default: renderJson(parameter.default, rendering) },
    ),
    reviewers: ask.reviewers,
  };
}
