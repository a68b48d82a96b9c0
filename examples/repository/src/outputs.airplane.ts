import airplane from 'airplane';

export default airplane.task({ slug: 'append_lines', parameters: { count: 'integer' } }, async ({ count }) => {
  for (let line = 1; line <= count; line++) airplane.appendOutput({ line });
});
