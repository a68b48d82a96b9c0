import type { z } from 'zod';
import { check } from '../expression/evaluate.ts';
import type { Formula } from '../expression/name-paths.ts';
import { patternProblem } from '../expression/whole-match.ts';
import { checkTemplates, textsOf } from '../expression/template.ts';
import { formulasIn, OWN_FORM, parametersIn, type PlacedParameter } from './formulas.ts';
import { isLabelled } from './parameter-options.ts';
import { type ReportMistyped, typedOption, typedValue } from './typed-value.ts';
import { type JsonPath, listOf, objectOf, textOf } from '../values/json.ts';

/** A problem of a definition that its schema cannot express, and its path. */
export interface Breach {
  readonly path: JsonPath;
  readonly message: string;
}

// These functions accept incomplete drafts, whose other problems the schema reports.

/** Violations of a task beyond its schema: invalid expressions, templates, patterns and payload parameters. */
export function taskBreaches(task: object): Breach[] {
  return [...payloadBreaches(task), ...ruleBreaches(task)];
}

/** Violations of a runbook beyond its schema. */
export function runbookBreaches(runbook: object): Breach[] {
  return ruleBreaches(runbook);
}

/**
 * Violations of a rule of the test lab beyond its schema: an invalid `when` or template, or fields for both prompts and requests.
 */
export function labRuleBreaches(rule: object): Breach[] {
  const { when, submit, reason } = objectOf(rule);
  const condition: Formula[] = textOf(when).trim() === '' ? [] : [{ text: textOf(when), mode: 'expression' }];
  return [
    ...condition.flatMap((formula) => breachesAt(['when'], formulaMessage(formula))),
    ...[...textsOf(submit, ['submit']), ...textsOf(reason, ['reason'])].flatMap(({ path, text }) =>
      breachesAt(path, formulaMessage({ text, mode: 'template' })),
    ),
    ...answerBreaches(rule),
  ];
}

/** Checks that a rule answers either prompts or requests for approval, so that one for prompts never approves a request. */
function answerBreaches(rule: object): Breach[] {
  const { requests, reason, submit, cancel } = objectOf(rule);
  if (requests === undefined)
    return breachesAt(['reason'], reason === undefined ? undefined : 'needs "requests": a prompt has no reason');
  const forPrompts = 'is for prompts: "requests" approves or rejects requests, which take no values';
  return [
    ...breachesAt(['submit'], Object.keys(objectOf(submit)).length === 0 ? undefined : forPrompts),
    ...breachesAt(['cancel'], cancel === true ? forPrompts : undefined),
  ];
}

/** Checks the parameter in which webhooks pass their request. */
function payloadBreaches(task: object): Breach[] {
  return listOf(objectOf(task)['parameters']).flatMap((item, index) => {
    const { slug, type } = objectOf(item);
    const message = 'must be "json" for webhook_payload';
    return slug !== 'webhook_payload' || type === 'json' ? [] : [{ path: ['parameters', index, 'type'], message }];
  });
}

function ruleBreaches(definition: object): Breach[] {
  return [
    ...formulasIn(definition).flatMap(({ path, ...formula }) => breachesAt(path, formulaMessage(formula))),
    ...parametersIn(definition).flatMap(parameterBreaches),
  ];
}

/** Refuses the parameters of a form for what a task's are refused. Its defaults hold no templates. */
export function refuseBreaches(
  parameters: readonly object[],
  { addIssue }: Pick<z.core.$RefinementCtx, 'addIssue'>,
): void {
  for (const { path, message } of ruleBreaches({ parameters }))
    addIssue({ code: 'custom', path: [...path.slice(1)], message, input: parameters });
}

function parameterBreaches({ path, form, parameter }: PlacedParameter): Breach[] {
  const { default: preset = null, constraints } = parameter;
  const { regex, options } = objectOf(constraints);
  const breaches = breachesAt([...path, 'constraints', 'regex'], patternProblem(textOf(regex)));
  const reportAt =
    (...place: JsonPath): ReportMistyped =>
    (within, message) =>
      void breaches.push({ path: [...path, ...place, ...within], message });
  // The form of a step or block is filled by templates, whose values a run knows.
  if (form === OWN_FORM || textsOf(preset, []).length === 0) typedValue(parameter, preset, reportAt('default'));
  for (const [index, option] of listOf(options).entries()) {
    if (isLabelled(option)) typedOption(parameter, option.value, reportAt('constraints', 'options', index, 'value'));
    else typedOption(parameter, option, reportAt('constraints', 'options', index));
  }
  return breaches;
}

function breachesAt(path: JsonPath, message: string | undefined): Breach[] {
  return message === undefined ? [] : [{ path, message }];
}

function formulaMessage({ text, mode }: Formula): string | undefined {
  return (mode === 'expression' ? check(text) : checkTemplates(text)[0]?.error)?.message;
}
