const { url, apiKey } = await (await fetch('/service.json')).json();

async function call(path, body) {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(url + path, { ...init, headers: { 'X-Service-API-Key': apiKey } });
  const { error, ...rest } = await answer.json();
  if (!answer.ok) throw new Error(error);
  return rest;
}

async function refund(paramValues, tell) {
  const { runID } = await call('/v0/tasks/execute', { slug: 'refund', paramValues });
  for (;;) {
    const { status } = await call(`/v0/runs/get?id=${runID}`);
    if (status === 'Succeeded') return (await call(`/v0/runs/getOutputs?id=${runID}`)).output.refunded;
    if (status === 'Failed' || status === 'Cancelled') throw new Error(`the refund is ${status}`);
    tell('Waiting for an approval …');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const status = document.querySelector('[role=status]');
document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const { order_id, amount } = Object.fromEntries(new FormData(event.target));
  const tell = (text) => (status.textContent = text);
  tell('…');
  await refund({ order_id, amount: Number(amount) }, tell).then(
    (refunded) => tell(`Refunded ${refunded}`),
    (error) => tell(`Not refunded: ${error.message}`),
  );
});
