import airplane from 'airplane';

export default airplane.workflow(
  { slug: 'approve_discount', parameters: { percent: 'integer' } },
  async ({ percent }) => {
    const { approved } = await airplane.prompt({ approved: 'boolean' }, { description: `Give ${percent} %?` });
    return { approved };
  },
);
