import airplane from 'airplane';

export default airplane.task(
  { slug: 'compose_order', name: 'Open and price an order', parameters: { item: 'shorttext' } },
  async ({ item }) => {
    const opened = await airplane.execute<{ status: string }>('open_order', { item });
    const priced = await airplane.execute<string>('price_order', { value: 12.5 });
    return { ...opened.output, price: priced.output };
  },
);
