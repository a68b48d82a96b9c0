import { useCallback, useMemo, useRef, useState } from 'react';
import { capitalized } from '../../../shared/values/messages.ts';
import { type Json, ownField } from '../../../shared/values/json.ts';
import { Parameter } from '../../../shared/model/parameter.ts';
import {
  checkValues,
  coercedForm,
  isHidden,
  REQUIRED,
  type ValuesContext,
  withDefaults,
} from '../../../shared/model/parameter-values.ts';
import { afterPointer } from '../../ui/focus/move-focus.ts';
import { useLatest } from '../../ui/hooks.ts';
import type { EnvironmentItem } from '../data/hangar.ts';
import { type InputValues, parseInputValues, valuesContextOf } from './input-values.ts';
import type { ParameterView, PromptParameterView } from '../../../shared/model/answers.ts';

interface FormOptions {
  readonly parameters: readonly Parameter[];
  /** From `inputValuesOf`; owned by the caller, so that it can be a draft. */
  readonly input: InputValues;
  readonly onInput: (typed: InputValues) => void;
  /** The environment for `hidden`, `validate` and config variables. */
  readonly environment: EnvironmentItem | undefined;
}

/** The state of a form. Render it with `ParameterFields`, then call `submit`. */
export type ParameterForm = ReturnType<typeof useParameterForm>;

/** The state of a form, checked by the server's rules while the user types. */
export function useParameterForm({ parameters, input, onInput, environment }: FormOptions) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [showsAll, setShowsAll] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const context = useMemo(() => valuesContextOf(environment), [environment]);
  const checked = useMemo(() => checkInput(parameters, input, context), [parameters, input, context]);
  const { problems, form } = checked;
  const touch = useCallback(
    (path: string) =>
      afterPointer(() => setTouched((before) => (before.has(path) ? before : new Set([...before, path])))),
    [],
  );
  const set = useLatest((slug: string, value: Json) => onInput({ ...input, [slug]: value }));
  return {
    parameters,
    input,
    config: context.config,
    /** The values as they would be sent. */
    values: checked.values,
    /** True when there are no problems. */
    valid: Object.keys(problems).length === 0,
    /** The element around the fields. */
    container,
    touch,
    /** Sets the input of a field. The function never changes, nor does `touch`. */
    set,
    /** Returns the parameters that are not hidden. */
    shown: (those: readonly Parameter[]) => those.filter((parameter) => !isHidden(parameter, form, context)),
    /** The problem to show at a field; undefined while it is valid or untouched. */
    problemAt: (path: string) => {
      const problem = ownField(problems, path);
      if (problem === undefined) return undefined;
      const isOpen = showsAll || touched.has(path) || problem !== REQUIRED;
      return isOpen ? capitalized(problem) : undefined;
    },
    /** Returns the values when they are valid; else shows all problems and focuses the first. */
    submit: () => {
      if (Object.keys(problems).length === 0) return checked.values;
      setShowsAll(true);
      setTimeout(() => container.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return undefined;
    },
  };
}

/** Checks the input as the server does, without hidden parameters. */
function checkInput(parameters: readonly Parameter[], typed: InputValues, context: ValuesContext) {
  const read = parseInputValues(parameters, typed);
  const form = coercedForm(parameters, withDefaults(parameters, read.values), context);
  const shown = parameters.filter((parameter) => !isHidden(parameter, form, context));
  const slugs = new Set(shown.map(({ slug }) => slug));
  const given = Object.fromEntries(Object.entries(read.values).filter(([slug]) => slugs.has(slug)));
  const checked = checkValues(parameters, given, context);
  const unread = Object.entries(read.problems).filter(([path]) => slugs.has(path.split(/[.[]/)[0] ?? ''));
  return { form, values: checked.values, problems: { ...checked.problems, ...Object.fromEntries(unread) } };
}

/** Converts parameters of runs, sessions and prompts into parameters of a form. */
export function parametersOfView(views: readonly (ParameterView | PromptParameterView)[]): Parameter[] {
  return views.map((view) => {
    const { options, ...rules } = view.constraints;
    return Parameter.parse({
      slug: view.slug,
      name: view.name,
      desc: view.desc,
      type: view.type,
      component: view.component,
      ...(view.default === null ? {} : { default: view.default }),
      hidden: view.hidden,
      multi: view.multi,
      values: view.values,
      constraints: { ...rules, options: Array.isArray(options) ? options : [] },
      params: parametersOfView('params' in view ? view.params : view.parameters),
    });
  });
}
