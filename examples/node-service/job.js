import { refund } from './service.js';

// One refund, as the service makes it.
console.log(await refund('AB1', 40));
