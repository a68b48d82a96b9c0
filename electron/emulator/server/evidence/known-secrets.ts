import { Placeholders } from '../../../../shared/model/placeholders.ts';
import { secretsInSteps } from '../../../../shared/model/secrets.ts';
import type { ServerPorts } from '../http/ports.ts';

/** Placeholders of all known secrets: API keys, admin token, webhook URLs, and secrets of definitions. */
export function* knownSecrets(ports: Pick<ServerPorts, 'engine' | 'workspace' | 'options' | 'info'>) {
  const { engine, workspace, options, info } = ports;
  const placeholders = new Placeholders();
  placeholders.add(info().apiKey, 'api-key');
  for (const key of engine.definitions().keys.keys()) placeholders.add(key, 'api-key');
  if (options.adminToken !== null) placeholders.add(options.adminToken, 'admin-token');
  for (const { path } of engine.webhooks.list()) placeholders.add(path.slice(path.lastIndexOf('/') + 1), 'webhook');
  for (const secret of secretsInSteps(workspace.authored())) {
    if (secret !== undefined) placeholders.add(secret, 'definition');
    yield;
  }
  return placeholders;
}
