/** A promise for the end of a turn, shared by all who wait for it. */
export interface Waiting {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Creates one that is still open. */
export function waiting(): Waiting {
  let settle: Omit<Waiting, 'promise'> = { resolve: () => undefined, reject: () => undefined };
  const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle };
}
