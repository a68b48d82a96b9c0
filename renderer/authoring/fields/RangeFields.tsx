import { TextInput } from '@mantine/core';
import { useEditor, useField } from '../context/authoring.ts';
import classes from '../cards/authoring.module.css';
import { valuePathOf } from '../context/form-path.ts';
import { type JsonPath, textOf } from '../../../shared/values/json.ts';
import { useFieldText } from './use-field-text.ts';

/** True for a validation that `RangeFields` shows. */
export function isRange(value: string, validation: string): boolean {
  return rangeOf(value, validation) !== undefined;
}

/** The limits of a number, stored in `validate`. Hidden while `validate` contains another expression. */
export function RangeFields({ path }: { path: JsonPath }) {
  const { draft } = useEditor();
  const field = useField([...path, 'constraints', 'validate']);
  const value = valuePathOf(draft, path);
  const range = value === undefined ? undefined : rangeOf(value, textOf(field.value));
  if (value === undefined || range === undefined) return null;
  const set = (change: Range) => field.set(rangeExpression(value, { ...range, ...change }));
  return (
    <div className={classes['pair']}>
      <LimitField label="At least" value={range.least} onChange={(least) => set({ least })} />
      <LimitField label="At most" value={range.most} onChange={(most) => set({ most })} />
    </div>
  );
}

interface LimitFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

function LimitField({ label, value, onChange }: LimitFieldProps) {
  const { text, setText } = useFieldText(value, {
    read: limitOf,
    write: (limit) => (limit === undefined ? '' : JSON.stringify(limit)),
  });
  const isWrong = text.trim() !== '' && limitOf(text) === undefined;
  return (
    <TextInput
      label={label}
      placeholder="No limit"
      value={text}
      error={isWrong ? 'Must be a number' : undefined}
      inputMode="decimal"
      autoComplete="off"
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(limitOf(event.currentTarget.value));
      }}
    />
  );
}

/** Parses a number as expressions write it. */
function limitOf(text: string): number | undefined {
  return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text.trim()) ? Number(text) : undefined;
}

/** The minimum and maximum of a number. */
interface Range {
  readonly least?: number | undefined;
  readonly most?: number | undefined;
}

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const READ = new RegExp(
  String.raw`^(?<value>[\w.]+) < (?<least>${NUMBER}) \? 'At least \k<least>' : ` +
    String.raw`(?:\k<value> > (?<most>${NUMBER}) \? 'At most \k<most>' : )?null$`,
);
const READ_MOST = new RegExp(String.raw`^(?<value>[\w.]+) > (?<most>${NUMBER}) \? 'At most \k<most>' : null$`);

/** The `validate` expression of a range; '' for no limits. */
function rangeExpression(value: string, { least, most }: Range): string {
  const rules = [
    ...(least === undefined ? [] : [`${value} < ${least} ? 'At least ${least}' : `]),
    ...(most === undefined ? [] : [`${value} > ${most} ? 'At most ${most}' : `]),
  ];
  return rules.length === 0 ? '' : `${rules.join('')}null`;
}

/** The range of such an expression; undefined for any other expression. */
function rangeOf(value: string, expression: string): Range | undefined {
  if (expression.trim() === '') return {};
  const groups = (READ.exec(expression.trim()) ?? READ_MOST.exec(expression.trim()))?.groups;
  if (groups?.['value'] !== value) return undefined;
  return { least: numberOf(groups['least']), most: numberOf(groups['most']) };
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
