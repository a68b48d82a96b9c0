/** Resolves when the promise does, or after so many milliseconds without it; rejects as it does. */
export function within(milliseconds: number, promise: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
