/** Whether the promise resolved within so many milliseconds; rejects as it does in that time. */
export function resolvesWithin(milliseconds: number, promise: Promise<void>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    promise.then(() => resolve(true), reject).finally(() => clearTimeout(timer));
  });
}
