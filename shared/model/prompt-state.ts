/** True while a prompt waits for an answer (decision `prompt-states`). */
export function isPending(prompt: { readonly submittedAt: unknown; readonly cancelledAt: unknown }): boolean {
  return prompt.submittedAt === null && prompt.cancelledAt === null;
}
