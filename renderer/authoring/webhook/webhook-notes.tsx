import { Fact, Facts } from '../../ui/text/Facts.tsx';
import classes from './webhook.module.css';
import { PAYLOAD_FIELDS, PAYLOAD_BODY, WEBHOOK_PAYLOAD } from '../scope/payload.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Parameter } from '../../../shared/model/parameter.ts';
import { checkValues, REQUIRED } from '../../../shared/model/parameter-values.ts';
import { useDefaultEnvironment } from '../../core/data/hangar.ts';
import { valuesContextOf } from '../../core/forms/input-values.ts';
import { listed } from '../../ui/text/shown-text.tsx';

/** The expression for the posted data, and the other fields of the payload. */
export function PayloadHint() {
  return (
    <div className={classes['payload']}>
      <p>
        The task finds the JSON that was posted under <code>{PAYLOAD_BODY}</code>: post{' '}
        <code>{'{ "customer": "Ada" }'}</code>, and <code>{`{{ ${PAYLOAD_BODY}.customer }}`}</code> gives Ada.
      </p>
      <details>
        <summary>
          All fields of <code>params.{WEBHOOK_PAYLOAD}</code>
        </summary>
        <Facts>
          {PAYLOAD_FIELDS.map(({ name, detail }) => (
            <Fact key={name} name={<code>{name}</code>}>
              {detail}
            </Fact>
          ))}
        </Facts>
      </details>
    </div>
  );
}

interface RequiredParametersNoticeProps {
  /** The parameters of the webhook's task. */
  readonly parameters: readonly Parameter[];
  /** Makes parameters optional, by their slugs. */
  readonly onOptional: (slugs: readonly string[]) => void;
  /** A link to change them. */
  readonly children?: ReactNode;
}

/** Warns that a webhook cannot succeed because it cannot set required parameters of its task (decision `webhook-param`). */
export function RequiredParametersNotice({ parameters, onOptional, children }: RequiredParametersNoticeProps) {
  const context = valuesContextOf(useDefaultEnvironment());
  const { problems } = checkValues(parameters, { [WEBHOOK_PAYLOAD]: {} }, context);
  const slugs = parameters.map(({ slug }) => slug).filter((slug) => problems[slug] === REQUIRED);
  if (slugs.length === 0) return null;
  const cure =
    slugs.length === 1 ? 'make it optional or give it a default' : 'make them optional or give them defaults';
  return (
    <p className={classes['unfilled']} role="note">
      ⚠ This task requires {listed(slugs)}, which a webhook cannot fill: {cure}. {children}{' '}
      <Button size="compact-sm" onClick={() => onOptional(slugs)}>
        Make {slugs.length === 1 ? slugs[0] : slugs.length === 2 ? 'both' : 'all'} optional
      </Button>
    </p>
  );
}
