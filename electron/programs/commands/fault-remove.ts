import type { Handler } from './command.ts';

/** Removes a fault. */
export const faultRemove: Handler = async ({ operands: [slug = ''], out, hangar }) => {
  const { api } = await hangar();
  await api.faults.remove({ params: { id: slug } });
  out.show({}, `Removed ${slug}.`);
};
