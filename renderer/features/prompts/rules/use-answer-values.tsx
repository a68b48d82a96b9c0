import { TextInput } from '@mantine/core';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { isJsonObject, type JsonObject, ownField, parseJson } from '../../../../shared/values/json.ts';
import { labelOf } from '../../../../shared/model/parameter-options.ts';
import { ParameterField } from '../../../core/forms/ParameterFields.tsx';
import { inputValuesOf } from '../../../core/forms/input-values.ts';
import { parametersOfView, useParameterForm } from '../../../core/forms/use-parameter-form.ts';
import { useEnvironments } from '../../../core/data/hangar.ts';
import { stripBidiControls } from '../../../ui/text/shown-text.tsx';
import type { RuleRequest } from './use-rules.ts';

interface AnswerValues {
  /** Reads the values; shows problems and returns undefined for them. */
  readonly read: () => JsonObject | undefined;
  /** The words and fields within the sentence. */
  readonly fields: ReactNode;
}

/** The fields for the values of an answer within its sentence: those of the prompt, otherwise JSON. */
export function useAnswerValues({ prompt: item, draft }: RuleRequest): AnswerValues {
  const parameters = useMemo(() => parametersOfView(item?.prompt.schema.parameters ?? []), [item]);
  const [input, setInput] = useState(() => inputValuesOf(parameters, draft.submit));
  const environment = useEnvironments().items.find(({ slug }) => slug === item?.environment);
  const form = useParameterForm({ parameters, input, onInput: setInput, environment });
  const json = useJsonValues(draft.submit);
  if (item === undefined) return json;
  const shown = form.shown(parameters);
  const fields = (
    <div ref={form.container} data-part>
      {shown.map((parameter, index) => (
        <Fragment key={parameter.slug}>
          <span>
            {index === 0 ? 'with' : 'and'} {stripBidiControls(labelOf(parameter))}
          </span>
          <ParameterField
            form={form}
            parameter={{ ...parameter, desc: '' }}
            path={parameter.slug}
            value={ownField(input, parameter.slug) ?? null}
            onChange={(next) => form.set(parameter.slug, next)}
          />
        </Fragment>
      ))}
    </div>
  );
  return { read: form.submit, fields };
}

/** One field for all values, as a JSON object. */
function useJsonValues(given: JsonObject): AnswerValues {
  const [text, setText] = useState(() => (Object.keys(given).length === 0 ? '' : JSON.stringify(given)));
  const [problem, setProblem] = useState('');
  const read = () => {
    const values = readObject(text);
    if (values === undefined) setProblem('Enter a JSON object, such as {"reason": "approved"}.');
    return values;
  };
  const fields = (
    <>
      <span>with</span>
      <TextInput
        label="Values"
        placeholder="its defaults"
        title="A JSON object by parameter; texts may contain {{ }}. Parameters left out take their defaults."
        classNames={{ input: 'mono' }}
        value={text}
        error={problem === '' ? undefined : problem}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setProblem('');
        }}
      />
    </>
  );
  return { read, fields };
}

function readObject(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text.trim() === '' ? '{}' : text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
