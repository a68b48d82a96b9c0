/** Reason why this package must not be published from here; "" where it may be, and for a dry run, which publishes nothing. */
export function publishProblem(
  manifest: { readonly version: string; readonly repository: { readonly url: string } },
  env: Readonly<Record<string, string | undefined>>,
): string;
