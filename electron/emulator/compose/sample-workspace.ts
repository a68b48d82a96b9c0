import { type AuthoredWorkspace, WORKSPACE_SCHEMA_FILE } from '../../../shared/model/workspace.ts';

/** The task of the first example request, which needs no values and ends at once. */
export const FIRST_TASK = 'greet';

/** The initial workspace: an example of each kind of definition. */
export const SAMPLE_WORKSPACE = {
  $schema: WORKSPACE_SCHEMA_FILE,
  version: 1,
  environments: [
    { slug: 'development', name: 'Development', default: true, config: { SHOP_NAME: 'Corner Shop (test)' } },
    { slug: 'production', name: 'Production', config: { SHOP_NAME: 'Corner Shop' } },
  ],
  resources: [
    {
      slug: 'orders_api',
      name: 'Orders API',
      kind: 'rest',
      resource: { baseURL: 'http://localhost:8080', headers: { Accept: 'application/json' } },
    },
  ],
  tasks: [
    {
      slug: FIRST_TASK,
      name: 'Greet somebody',
      description: 'Writes two log lines and sets an output: the smallest task worth running.',
      parameters: [{ slug: 'name', name: 'Name', desc: 'Name to greet', default: 'world' }],
      behavior: {
        kind: 'steps',
        steps: [
          { do: 'log', text: 'Preparing a greeting for {{ params.name }}' },
          { do: 'log', level: 'debug', text: 'Texts between double braces are JavaScript expressions: {{ 20 + 22 }}' },
          { do: 'output', value: { greeting: 'Hello, {{ params.name }}!', shop: '{{ config.SHOP_NAME }}' } },
          { do: 'log', text: 'Done in {{ env.name }}' },
        ],
      },
    },
    {
      slug: 'refund_order',
      name: 'Refund an order',
      description:
        'Stops at a prompt when the amount is over 100; the run stays Active until somebody submits or cancels it. Its webhook executes it with the request as "webhook_payload".',
      parameters: [
        {
          slug: 'order_id',
          name: 'Order',
          desc: 'Two capital letters and digits',
          default: 'AB1',
          constraints: { regex: '[A-Z]{2}\\d+' },
        },
        { slug: 'amount', name: 'Amount', type: 'float', default: 150 },
      ],
      resources: { orders: 'orders_api' },
      webhooks: { order_returned: {} },
      behavior: {
        kind: 'steps',
        steps: [
          { do: 'log', text: 'Looking up {{ params.order_id }} at {{ resources.orders.baseURL }}' },
          {
            do: 'prompt',
            when: 'params.amount > 100',
            description: 'Refund {{ params.amount }} for order {{ params.order_id }}?',
            confirmText: 'Refund',
            cancelText: 'Refuse',
            parameters: [
              {
                slug: 'reason',
                name: 'Reason',
                default: 'damaged',
                constraints: { options: ['damaged', 'late', 'other'] },
              },
            ],
            as: 'approval',
          },
          { do: 'log', text: 'Reason: {{ approval?.values.reason ?? "small amount, nobody asked" }}' },
          { do: 'output', value: { refunded: '{{ params.amount }}', reason: '{{ approval?.values.reason ?? null }}' } },
        ],
      },
    },
    {
      slug: 'count_orders',
      name: 'Count the orders',
      description: 'Takes two seconds, so that you can see a run in each of its states.',
      parameters: [{ slug: 'day', name: 'Day', type: 'date', constraints: { optional: true } }],
      behavior: {
        kind: 'steps',
        steps: [
          { do: 'log', text: 'Counting the orders of {{ params.day ?? "today" }}' },
          { do: 'wait', seconds: 2 },
          { do: 'output', value: { orders: 42, total: 1234.5 } },
        ],
      },
    },
  ],
  runbooks: [
    {
      slug: 'close_day',
      name: 'Close the day',
      description: 'A runbook executes blocks one after the other; later blocks see what earlier ones gave.',
      parameters: [{ slug: 'day', name: 'Day', type: 'date', constraints: { optional: true } }],
      blocks: [
        { slug: 'count', kind: 'task', task: 'count_orders', paramValues: { day: '{{ params.day }}' } },
        {
          slug: 'confirm',
          kind: 'prompt',
          description: '{{ count.output.orders }} orders, {{ count.output.total }} in total. Close the day?',
          parameters: [{ slug: 'note', name: 'Note', component: 'textarea', constraints: { optional: true } }],
        },
        {
          slug: 'tell',
          kind: 'task',
          task: FIRST_TASK,
          when: 'count.output.orders > 0',
          paramValues: { name: 'the team of {{ count.output.orders }} orders' },
        },
      ],
    },
  ],
} as const satisfies AuthoredWorkspace;
