import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { Json, JsonObject } from '../../../shared/values/json.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import {
  checkValues,
  coercedForm,
  isHidden,
  REQUIRED,
  type ValuesWorld,
  withDefaults,
} from '../../../shared/model/parameter-values.ts';
import { afterPointer } from '../../ui/after-pointer.ts';
import { useLatest } from '../../ui/use-latest.ts';
import type { EnvironmentItem } from '../hangar.ts';
import { type InputValues, parseInputValues } from './input-values.ts';

/** A form made from parameters: give it to `ParameterFields`, then ask it to `submit`. */
export interface ParameterForm {
  readonly parameters: readonly Parameter[];
  readonly input: InputValues;
  /** Sets what stands in a field; the same function for good, as is `touch`. */
  readonly set: (slug: string, value: Json) => void;
  /** What to show at a field now; undefined while it is fine or untouched. */
  readonly problemAt: (path: string) => string | undefined;
  readonly touch: (path: string) => void;
  readonly isHidden: (parameter: Parameter) => boolean;
  readonly config: Readonly<Record<string, string>>;
  /** True when nothing is wrong. */
  readonly valid: boolean;
  /** The values as they would be sent. */
  readonly values: JsonObject;
  /** The values when nothing is wrong; else shows every problem, focuses the first, and gives undefined. */
  readonly submit: () => JsonObject | undefined;
  /** Where the fields are, to find the first one at fault. */
  readonly container: RefObject<HTMLDivElement | null>;
}

interface FormOptions {
  readonly parameters: readonly Parameter[];
  /** From `typedValuesOf`; kept by the owner, so that it can be a draft. */
  readonly input: InputValues;
  readonly onInput: (typed: InputValues) => void;
  /** The environment that `hidden`, `validate` and config variables see. */
  readonly environment: EnvironmentItem | undefined;
}

/** The state of a form made from parameters; checks with the server's own rules as one types. */
export function useParameterForm({ parameters, input: input, onInput, environment }: FormOptions): ParameterForm {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [showsAll, setAsked] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const world = useMemo(() => valuesContextOf(environment), [environment]);
  const checked = useMemo(() => checkInput(parameters, input, world), [parameters, input, world]);
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
    config: world.config,
    values: checked.values,
    valid: Object.keys(problems).length === 0,
    container,
    touch,
    set,
    isHidden: (parameter) => isHidden(parameter, form, world),
    problemAt: (path) => {
      const problem = problems[path];
      if (problem === undefined) return undefined;
      const isOpen = showsAll || touched.has(path) || problem !== REQUIRED;
      return isOpen ? sentence(problem) : undefined;
    },
    submit: () => {
      if (Object.keys(problems).length === 0) return checked.values;
      setAsked(true);
      setTimeout(() => container.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return undefined;
    },
  };
}

/** Checks what was typed as the server will; hidden parameters are left out. */
function checkInput(parameters: readonly Parameter[], typed: InputValues, world: ValuesWorld) {
  const read = parseInputValues(parameters, typed);
  const form = coercedForm(parameters, withDefaults(parameters, read.values), world);
  const shown = parameters.filter((parameter) => !isHidden(parameter, form, world));
  const slugs = new Set(shown.map(({ slug }) => slug));
  const given = Object.fromEntries(Object.entries(read.values).filter(([slug]) => slugs.has(slug)));
  const checked = checkValues(parameters, given, world);
  const unread = Object.entries(read.problems).filter(([path]) => slugs.has(path.split(/[.[]/)[0] ?? ''));
  return { form, values: checked.values, problems: { ...checked.problems, ...Object.fromEntries(unread) } };
}

/** What checking a form needs to know, as far as the window does. */
export function valuesContextOf(environment: EnvironmentItem | undefined): ValuesWorld {
  const config = environment?.config ?? {};
  const slug = environment?.slug ?? '';
  return {
    config,
    scope: { env: { slug, name: environment?.name ?? slug, isDefault: environment?.default ?? true }, config },
    clock: { now: Date.now, monotonic: () => performance.now() },
    // Only the server knows its files; it checks again.
    hasUpload: () => true,
  };
}

function sentence(problem: string): string {
  return problem.charAt(0).toUpperCase() + problem.slice(1);
}
