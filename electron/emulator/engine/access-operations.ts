import type { Caller } from '../../../shared/model/access.ts';
import type { EnvironmentDefinition } from './definitions.ts';

/** A webhook found by its URL. */
export interface WebhookMatch {
  readonly taskID: string;
  readonly slug: string;
  readonly environment: EnvironmentDefinition;
  readonly requireServiceToken: boolean;
}

export interface WebhookOperations {
  /** Finds a webhook, comparing secrets in constant time; `undefined` for an unknown environment, task or secret (decision `webhook-answer`). */
  readonly find: (envSlug: string, taskID: string, secret: string) => WebhookMatch | undefined;
  /** Every webhook with its path, `/v0/webhooks/…`. */
  readonly list: () => {
    taskID: string;
    taskSlug: string;
    webhook: string;
    environment: string;
    requireServiceToken: boolean;
    path: string;
  }[];
}

export interface AccessOperations {
  /** The caller of an API key, or `undefined` for an unknown key. */
  readonly byKey: (key: string) => Caller | undefined;
  /** The user of the window. */
  readonly localUser: () => Caller;
  /** A user by ID or e-mail. Throws 404. Used to answer a prompt as another user. */
  readonly byUser: (user: string) => Caller;
  readonly webhookUser: () => Caller;
  /** The display name of a user ID; "" when unknown. */
  readonly nameOf: (userID: string) => string;
  /** The name of the API key that acts as a user; "" for others. */
  readonly keyName: (userID: string) => string;
  /** Every actor whose ID can appear in a response. */
  readonly actors: () => { id: string; name: string; kind: 'local' | 'user' | 'key' | 'webhook'; role: string }[];
  /** A user or an API user by ID. Throws 404. */
  readonly user: (userID: string) => { userID: string; email: string; name: string };
  /** Throws 403 for a key that is restricted to other environments. */
  readonly assertMayTrigger: (environment: EnvironmentDefinition, caller: Caller) => void;
  /** Finds the environment of a request by ID or slug, the default one when absent (decision `env-selection`). Throws 404 for an unknown one, 403 when the key is restricted to others. */
  readonly environment: (named: string | undefined, caller: Caller) => EnvironmentDefinition;
}
