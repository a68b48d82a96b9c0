import classes from './webhook.module.css';
import { PAYLOAD_FIELDS, PAYLOAD_BODY, WEBHOOK_PAYLOAD } from '../scope/payload.ts';

/** The expression for the posted data, and its other fields. */
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
        <dl>
          {PAYLOAD_FIELDS.map(({ name, detail }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{detail}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
