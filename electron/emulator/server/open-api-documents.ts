import { contract } from '../../../shared/contract/index.ts';
import { documentedDecision, GENERAL_DECISIONS } from '../../../shared/registry/decisions.ts';
import type { Contract } from '../../../shared/http/endpoint.ts';
import { exploreJsonSchema } from '../../../shared/model/explore-file.ts';
import { workspaceJsonSchema } from '../../../shared/model/workspace-json-schema.ts';
import { type DocumentOptions, openApiDocument } from '../../../shared/http/openapi.ts';
import { JsonText } from './request/json-text.ts';
import type { ServerPorts } from './http/ports.ts';

/** OpenAPI documents and the schema of the workspace file, generated on first request. */
export function openApiDocuments({ options: { version } }: ServerPorts) {
  const write = (part: Contract, options: Pick<DocumentOptions, 'title' | 'general'>) => {
    const all = { ...options, version, decision: documentedDecision };
    return once(() => new JsonText(JSON.stringify(openApiDocument(part, all))));
  };
  const title = 'Task, Runbook and Resource Automation API, as Hangar emulates it';
  return {
    v0: write({ ...contract.v0, runtime: contract.runtime }, { title, general: GENERAL_DECISIONS }),
    emulator: write(contract.emulator, { title: "Hangar's own side" }),
    explore: once(() => new JsonText(JSON.stringify(exploreJsonSchema()))),
    workspace: once(() => new JsonText(JSON.stringify(workspaceJsonSchema()))),
  };
}

/** Creates a value on first use. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
