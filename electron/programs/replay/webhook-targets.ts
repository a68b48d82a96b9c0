import { z } from 'zod';
import type { RecordedRequest } from './recording.ts';
import { parsed } from './statuses.ts';
import type { TargetServer } from './target-server.ts';

const List = z.object({
  webhooks: z.array(z.object({ taskSlug: z.string(), webhook: z.string(), environment: z.string(), url: z.string() })),
});

/** The paths of webhooks on the server, whose secrets differ from those of the recording. */
export class WebhookTargets {
  readonly #server: TargetServer;
  #list: Promise<z.output<typeof List>['webhooks'] | undefined> | undefined;

  constructor(server: TargetServer) {
    this.#server = server;
  }

  /**
   * Finds the path of a webhook by task and slug. Uses the recorded path for a server that does not list its webhooks. Returns
   * `undefined` when the server has no such webhook.
   */
  async find(wanted: NonNullable<RecordedRequest['webhook']>, recorded: string): Promise<string | undefined> {
    const list = await (this.#list ??= this.#read());
    if (list === undefined) return recorded;
    const found = list.find(
      ({ taskSlug, webhook, environment }) =>
        taskSlug === wanted.task && webhook === wanted.slug && environment === wanted.environment,
    );
    if (found === undefined) return undefined;
    const query = recorded.includes('?') ? recorded.slice(recorded.indexOf('?')) : '';
    return new URL(found.url, 'http://localhost').pathname + query;
  }

  async #read() {
    const text = await this.#server.read('/_emulator/webhooks');
    return text === undefined ? undefined : List.safeParse(parsed(text)).data?.webhooks;
  }
}
