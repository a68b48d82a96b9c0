import airplane from 'airplane';

export default airplane.task({ slug: 'always_fails' }, async () => {
  throw new Error('this task always fails');
});
