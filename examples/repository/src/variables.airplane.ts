import airplane from 'airplane';

export default airplane.task(
  { slug: 'show_variables', envVars: { REGION: { config: 'REGION' }, LEVEL: { value: 'info' } } },
  () => ({ region: process.env.REGION, level: process.env.LEVEL, shop: process.env.SHOP_NAME }),
);
