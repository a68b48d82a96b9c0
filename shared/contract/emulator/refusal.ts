import { z } from 'zod';
import { Json } from '../../values/json-schema.ts';

/** Kinds of repairs. */
const REPAIRS = ['createTask', 'makeOptional', 'addAlias', 'sendAgain'] as const;

/** A change that mends a refused request: one request to `/_emulator`, ready to send. */
export const Repair = z.object({
  kind: z.enum(REPAIRS),
  label: z.string().describe('As on a button: `Create task refunds from this call`'),
  request: z.object({ method: z.enum(['POST', 'PUT']), path: z.string(), body: Json }),
});
export type Repair = z.output<typeof Repair>;

/** A refusal in plain words, with what would mend it. */
export const Refusal = z.object({
  text: z.string().describe('One sentence: `No task has the slug “refunds”; did you mean “refund”?`'),
  sent: z.array(z.object({ path: z.string(), value: Json })).describe('The values at fault, masked as in `request`'),
  nearest: z.string().describe('The most similar name that exists; "" for none'),
  repairs: z.array(Repair),
});
export type Refusal = z.output<typeof Refusal>;
