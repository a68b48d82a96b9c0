/** The prefix of the IDs of requests. Not imported from `shared/registry/ids.ts`, which would load the schemas. */
const PREFIX = 'trq';

/** True for the ID of a request for approval; the inbox has prompts and requests under one path. */
export function isRequest(id: string): boolean {
  return id.startsWith(PREFIX);
}
