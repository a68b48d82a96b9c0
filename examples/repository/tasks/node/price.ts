import { Amount, format } from '@lib/money';

export default ({ amount, currency }: { amount: number; currency: string }) => {
  const price: Amount = { value: amount, currency };
  return format(price);
};
