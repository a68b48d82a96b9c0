import { Fact, Facts } from '../../ui/text/Facts.tsx';
import classes from './webhook.module.css';
import { PAYLOAD_FIELDS, PAYLOAD_BODY, WEBHOOK_PAYLOAD } from '../scope/payload.ts';

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
