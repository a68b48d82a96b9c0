import airplane from 'airplane';

export default airplane.task(
  {
    slug: 'refund',
    name: 'Refund an order',
    parameters: { id: 'shorttext', amount: { type: 'float', default: 10, description: 'In euros' } },
  },
  async ({ id, amount }) => ({ id, refunded: amount }),
);
