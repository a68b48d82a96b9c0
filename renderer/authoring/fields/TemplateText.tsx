import { type ReactNode, useRef } from 'react';
import { type Json, isJsonObject } from '../../../shared/values/json.ts';
import classes from '../cards/authoring.module.css';
import { unparsedText } from '../scope/draft-values.ts';
import { escapedDirections, stripBidiControls } from '../../ui/text/shown-text.tsx';

/** An expression as a chip. */
export function Chip({ children }: { children: string }) {
  return <code className={classes['chip']}>{stripBidiControls(children)}</code>;
}

/** Maximum number of characters of a text, and of parts of a value: a summary has room for fewer. */
const MOST = { characters: 500, parts: 50 };

/** The beginning of a text with its templates as chips. */
export function TemplateText({ text }: { text: string }) {
  // Odd parts are expressions.
  return text
    .slice(0, MOST.characters)
    .split(/\{\{([^]*?)\}\}/)
    .map((part, index) =>
      index % 2 === 1 ? <Chip key={index}>{part.trim()}</Chip> : <span key={index}>{stripBidiControls(part)}</span>,
    );
}

/** The text of a field with its templates as chips, drawn over it while it has no focus; their braces keep their room, so that nothing moves. */
export function TemplateChips({ text, children }: { text: string; children: ReactNode }) {
  const drawn = useRef<HTMLDivElement>(null);
  return (
    <div
      className={text.includes('{{') ? classes['template'] : undefined}
      onScrollCapture={({ target }) => target instanceof Element && drawn.current?.scrollTo(0, target.scrollTop)}
    >
      <div ref={drawn} className={classes['drawn']} dir="auto" aria-hidden>
        {text.split(/\{\{([^]*?)\}\}/).map((part, index) => (
          <span key={index} data-chip={index % 2 === 1}>
            {stripBidiControls(part)}
          </span>
        ))}
      </div>
      {children}
    </div>
  );
}

interface TemplateValueProps {
  readonly value: Json | undefined;
  /** Maximum number of parts. */
  readonly most?: number;
}

/** The beginning of a JSON value in one line, with templates as chips: `{ refunded: params.amount }`. */
export function TemplateValue({ value, most = MOST.parts }: TemplateValueProps) {
  const unread = unparsedText(value);
  if (unread !== undefined) return <code className="code">{stripBidiControls(unread.slice(0, MOST.characters))}</code>;
  if (typeof value === 'string') return <TemplateText text={value} />;
  if (Array.isArray(value)) return <Parts brackets="[]" parts={value.map((item) => ['', item])} most={most} />;
  if (isJsonObject(value)) return <Parts brackets="{}" parts={Object.entries(value)} most={most} />;
  return <code className="code">{JSON.stringify(value ?? null)}</code>;
}

interface PartsProps extends Required<Pick<TemplateValueProps, 'most'>> {
  readonly brackets: '[]' | '{}';
  readonly parts: readonly (readonly [name: string, value: Json])[];
}

function Parts({ brackets, parts, most }: PartsProps) {
  const shown = parts.slice(0, most);
  return (
    <code className="code">
      {brackets[0]}
      {shown.map(([name, value], index) => (
        <span key={index}>
          {index === 0 ? ' ' : ', '}
          {name !== '' && stripBidiControls(`${name}: `)}
          {typeof value === 'string' && !value.includes('{{') ? (
            escapedDirections(JSON.stringify(value.slice(0, MOST.characters)))
          ) : (
            <TemplateValue value={value} most={Math.ceil(most / shown.length)} />
          )}
        </span>
      ))}
      {shown.length < parts.length && ' …'}
      {parts.length > 0 && ' '}
      {brackets[1]}
    </code>
  );
}
