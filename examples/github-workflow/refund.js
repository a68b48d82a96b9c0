/** Executes a refund. A key makes it safe to try again: the service answers a repeated request as the first time. */
export async function refund(paramValues, { url, apiKey }, key = crypto.randomUUID()) {
  const headers = { 'X-Service-API-Key': apiKey, 'Idempotency-Key': key };
  const body = JSON.stringify({ slug: 'refund', paramValues });
  const send = () => fetch(`${url}/v0/tasks/execute`, { method: 'POST', headers, body });
  const answer = await send().catch(send);
  if (!answer.ok) throw new Error(`not executed: ${answer.status}`);
  return (await answer.json()).runID;
}
