import airplane from 'airplane';
import { format } from '../lib/money';

export const openOrder = airplane.task({ slug: 'open_order', parameters: { item: 'shorttext' } }, async ({ item }) => ({
  item,
  status: 'open',
}));

export const priceOrder = airplane.task({ slug: 'price_order', parameters: { value: 'float' } }, ({ value }) =>
  format({ value, currency: 'EUR' }),
);
