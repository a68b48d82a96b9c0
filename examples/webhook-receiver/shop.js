import { createHmac } from 'node:crypto';

/** Sends a signed delivery, as the shop does. Returns the ID of the run that it triggered. */
export async function deliver(url, order, key = 'local-signing-key') {
  const body = JSON.stringify({ order });
  const signature = createHmac('sha256', key).update(body).digest('hex');
  const headers = { 'Content-Type': 'application/json', 'X-Signature': `sha256=${signature}` };
  const answer = await fetch(`${url}/v0/webhooks/local/tsk_order_paid/local-url`, { method: 'POST', headers, body });
  return (await answer.json()).runID;
}

if (process.argv[1] === import.meta.filename) console.log(await deliver('http://127.0.0.1:4100', process.argv[2]));
