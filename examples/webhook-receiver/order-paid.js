import { createHmac, timingSafeEqual } from 'node:crypto';

/** Verifies who sent a delivery, by the bytes that were received, and gives what was paid. */
export default function orderPaid({ params, config }) {
  const { headers, body, rawBody } = params.webhook_payload;
  const right = createHmac('sha256', config.SIGNING_KEY).update(Buffer.from(rawBody, 'base64')).digest('hex');
  const given = (headers['X-Signature'] ?? '').replace(/^sha256=/, '');
  const isRight = given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
  if (!isRight) throw new Error('the signature is not right');
  return { paid: body.order };
}
