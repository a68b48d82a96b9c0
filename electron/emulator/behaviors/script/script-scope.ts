import type { RunContext } from '../../engine/context/behavior-port.ts';
import { runUrl, taskUrl, type ServerAccess } from '../run-variables.ts';
import type { StartMessage } from './protocol/protocol.ts';

/** The values in a script's context: the scope of templates, and the run's metadata. */
export function scriptScope(
  { scope, programParams, metadata }: RunContext,
  access: ServerAccess,
): StartMessage['scope'] {
  const { env, config, resources, run } = scope;
  return {
    params: programParams,
    env: { ...env, id: metadata.environment.id },
    config,
    resources,
    run: { ...run, parentID: metadata.parentRunID, url: runUrl(metadata, access.url), teamID: metadata.teamID },
    task: {
      id: metadata.taskID,
      slug: metadata.taskSlug,
      name: metadata.taskName,
      url: taskUrl(metadata, access.url),
      runtime: metadata.runtime,
    },
    runner: metadata.runner,
    api: { url: access.url, key: access.apiKey },
  };
}
