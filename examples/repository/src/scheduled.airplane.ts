import airplane from 'airplane';

export default airplane.task(
  { slug: 'hourly_sync', schedules: { hourly: { cron: '0 * * * *' } }, concurrencyKey: 'sync' },
  async () => ({ synced: true }),
);
