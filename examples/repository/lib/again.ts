import airplane from 'airplane';

export default airplane.task({ slug: 'defined_elsewhere' }, () => 'from lib');
