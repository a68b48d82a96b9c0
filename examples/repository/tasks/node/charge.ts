export default async ({ customer, cents }: { customer: string; cents: number }) => {
  if (cents > 1_000_000) throw new Error(`${cents} cents are too much for ${customer}`);
  return { customer, charged: cents };
};
