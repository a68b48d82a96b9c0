import airplane from 'airplane';

/**
 * Refunds an order and returns the amount that was paid.
 * @param service address and key of the service; in production they come from the environment
 */
export async function refund(orderID, amount, service = fromEnvironment()) {
  const values = { order_id: orderID, amount };
  const run = await airplane.execute('refund', values, { host: service.url, apiKey: service.apiKey });
  return run.output.refunded;
}

function fromEnvironment() {
  return { url: process.env.HANGAR_URL, apiKey: process.env.HANGAR_API_KEY };
}
