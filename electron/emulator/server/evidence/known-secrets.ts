import { type Masker, prepareMasker, preparedReplacer, UNCHANGED } from '../../../../shared/model/masking.ts';
import { COMMON, Placeholders } from '../../../../shared/model/placeholders.ts';
import {
  MASK,
  masked,
  RUN_KEY,
  secretsInDefinitions,
  secretsOf,
  secretsOfDefinition,
} from '../../../../shared/model/secrets.ts';
import { COLLECTION_NAMES, keyOf } from '../../../../shared/registry/collections.ts';
import type { Definitions } from '../../engine/definitions/definitions.ts';
import type { ServerPorts } from '../http/ports.ts';

type Ports = Pick<ServerPorts, 'engine' | 'workspace' | 'options' | 'info'>;

/** Placeholders of all known secrets: API keys, admin token, webhook URLs, and secrets of definitions. */
export function knownSecrets(ports: Ports): Placeholders {
  const { engine, workspace, options, info } = ports;
  const placeholders = new Placeholders();
  placeholders.add(info().apiKey, 'api-key');
  for (const key of engine.definitions().keys.keys()) placeholders.add(key, 'api-key');
  if (options.adminToken !== null) placeholders.add(options.adminToken, 'admin-token');
  for (const { path } of engine.webhooks.list()) placeholders.add(path.slice(path.lastIndexOf('/') + 1), 'webhook');
  for (const secret of secretsInDefinitions(workspace.authored())) placeholders.add(secret, 'definition');
  return placeholders;
}

/** Matches an API key of the usual form, whose beginning stays. */
const USUAL_KEY = /^tkn_[\w-]+$/;

/** Replaces the known secrets in what is shown of the traffic. Prepared once for each version of the set of secrets. */
export class KnownSecrets {
  readonly #ports: Ports;
  #definitions: Definitions | undefined;
  #revision = 0;
  #secrets: readonly string[] = [];
  #masker: Masker = UNCHANGED;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The masker of the current secrets. */
  current(): Masker {
    this.#refresh();
    return this.#masker;
  }

  /** Prepares the masker of the current secrets, and those of resources for the logs of runs. */
  prepare(): void {
    this.#refresh();
    for (const { resource } of this.#ports.workspace.current().resources) prepareMasker(secretsOf(resource));
  }

  #refresh(): void {
    const { engine } = this.#ports;
    const [definitions, revision] = [engine.definitions(), engine.webhooks.revision()];
    if (definitions === this.#definitions && revision === this.#revision) return;
    [this.#definitions, this.#revision] = [definitions, revision];
    const secrets = this.#list();
    const before = this.#secrets;
    if (secrets.length === before.length && secrets.every((secret, index) => secret === before[index])) return;
    this.#secrets = secrets;
    this.#masker = preparedReplacer(secrets, (index) =>
      USUAL_KEY.test(secrets[index] ?? RUN_KEY.prefix) ? masked('tkn_') : MASK,
    );
  }

  #list(): string[] {
    const { engine, workspace, options } = this.#ports;
    const current = workspace.current();
    const items = COLLECTION_NAMES.flatMap((name) => current[name].map((item) => [name, item] as const));
    const words = new Set(items.map(([name, item]) => keyOf(name, item)));
    const defined = items.flatMap(([name, item]) => secretsOfDefinition(name, item).map(({ text }) => text));
    return [
      ...new Set([
        ...(options.adminToken === null ? [] : [options.adminToken]),
        ...engine.definitions().keys.keys(),
        ...engine.webhooks.generatedSecrets(),
        // To replace what names something else, or is a common value, would hide nothing.
        ...defined.filter((secret) => !words.has(secret) && !COMMON.test(secret)),
      ]),
    ];
  }
}
