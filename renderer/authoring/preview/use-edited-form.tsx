import type { JsonObject } from '../../../shared/values/json.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import { inputValuesOf } from '../../core/forms/input-values.ts';
import { type ParameterForm, useParameterForm } from '../../core/forms/use-parameter-form.ts';
import type { EnvironmentItem } from '../../core/data/hangar.ts';
import { counted } from '../../ui/text/shown-text.tsx';

interface EditedFormOptions {
  readonly parameters: readonly Parameter[];
  /** The typed input by parameter; owned by the caller. */
  readonly kept: { readonly value: JsonObject; readonly set: (value: JsonObject) => void };
  readonly environment: EnvironmentItem | undefined;
}

/** A form whose parameters are being edited. Its input is kept for each parameter while its type stays the same. */
export function useEditedForm({ parameters, kept, environment }: EditedFormOptions): ParameterForm {
  const presets = inputValuesOf(parameters, {});
  const keyOf = ({ slug, type, multi, constraints }: Parameter) =>
    [slug, type, multi, constraints.options.length > 0].join(' ');
  const input = Object.fromEntries(
    parameters.map((parameter) => [parameter.slug, kept.value[keyOf(parameter)] ?? presets[parameter.slug] ?? null]),
  );
  const onInput = (next: JsonObject) => {
    const changed = parameters.filter(({ slug }) => next[slug] !== input[slug]);
    kept.set({ ...kept.value, ...Object.fromEntries(changed.map((each) => [keyOf(each), next[each.slug] ?? null])) });
  };
  return useParameterForm({ parameters, input, onInput, environment });
}

interface UnreadableNoteProps {
  readonly count: number;
  /** `parameter` or `field`. */
  readonly noun: string;
}

/** The number of parameters or fields that a form leaves out because of their problems; nothing for 0. */
export function UnreadableNote({ count, noun }: UnreadableNoteProps) {
  if (count === 0) return null;
  return (
    <p className="quiet" style={{ marginTop: 8 }}>
      {counted(count, noun)} with problems {count === 1 ? 'is' : 'are'} not shown.
    </p>
  );
}
