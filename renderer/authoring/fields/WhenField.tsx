import { ExpressionField } from './ExpressionField.tsx';
import type { JsonPath } from '../context/json-path.ts';
import type { Scope } from '../scope/scope.ts';
import { Chip } from './TemplateText.tsx';

interface WhenFieldProps {
  readonly path: JsonPath;
  readonly scope: Scope;
  readonly noun: string;
}

/** The condition of a step or block. */
export function WhenField({ path, scope, noun }: WhenFieldProps) {
  return (
    <ExpressionField
      path={path}
      label="Only when"
      hint={`An expression. Without one, the ${noun} always runs.`}
      placeholder="params.amount > 100"
      mode="expression"
      scope={scope}
      optional
    />
  );
}

/** A condition in the summary of a card. */
export function WhenText({ text }: { text: string }) {
  return (
    <>
      when <Chip>{text}</Chip>
    </>
  );
}
