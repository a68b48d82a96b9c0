import type { Json } from '../../../shared/values/json.ts';
import { isJsonObject } from '../../../shared/values/json.ts';
import classes from '../cards/authoring.module.css';
import { unparsedText } from '../scope/draft-values.ts';

/** An expression as a chip. */
export function Chip({ children }: { children: string }) {
  return <code className={classes['chip']}>{children}</code>;
}

/** A text with its templates as chips. */
export function TemplateText({ text }: { text: string }) {
  // Odd parts are expressions.
  return text
    .split(/\{\{([^]*?)\}\}/)
    .map((part, index) => (index % 2 === 1 ? <Chip key={index}>{part.trim()}</Chip> : <span key={index}>{part}</span>));
}

/** A JSON value in one line, with templates as chips: `{ refunded: params.amount }`. */
export function TemplateValue({ value }: { value: Json | undefined }) {
  const unread = unparsedText(value);
  if (unread !== undefined) return <code className="code">{unread}</code>;
  if (typeof value === 'string') return <TemplateText text={value} />;
  if (Array.isArray(value)) return <Parts open="[" close="]" parts={value.map((item) => ['', item])} />;
  if (isJsonObject(value)) return <Parts open="{" close="}" parts={Object.entries(value)} />;
  return <code className="code">{JSON.stringify(value ?? null)}</code>;
}

function Parts({ open, close, parts }: { open: string; close: string; parts: readonly (readonly [string, Json])[] }) {
  return (
    <code className="code">
      {open}
      {parts.map(([name, value], index) => (
        <span key={index}>
          {index === 0 ? ' ' : ', '}
          {name !== '' && `${name}: `}
          {typeof value === 'string' && !value.includes('{{') ? JSON.stringify(value) : <TemplateValue value={value} />}
        </span>
      ))}
      {parts.length > 0 && ' '}
      {close}
    </code>
  );
}
