/** A promise with the functions that settle it. */
export interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Creates a pending promise. */
export function createDeferred(): Deferred {
  let settle: Omit<Deferred, 'promise'> = { resolve: () => undefined, reject: () => undefined };
  const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle };
}
