/** True while a request for a task waits for its approval. */
export function isPendingRequest(request: { readonly approvedAt: unknown; readonly rejectedAt: unknown }): boolean {
  return request.approvedAt === null && request.rejectedAt === null;
}
