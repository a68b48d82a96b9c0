import type { Handler } from './command.ts';

/** Sends a request of the traffic log again. */
export const send: Handler = async ({ operands: [id = ''], out, hangar }) => {
  const { api } = await hangar();
  const sent = await api.traffic.send({ params: { id }, body: {} });
  const result = sent.status === 0 ? 'no answer arrived' : `the answer has status ${sent.status}`;
  out.show(sent, `Sent ${id} again as ${sent.id}: ${result}.`);
};
