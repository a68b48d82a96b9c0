/** The milliseconds since 1970 of a timestamp of the API, with the microseconds as a fraction. */
export function instantOf(timestamp: string): number {
  const milliseconds = Date.parse(`${timestamp.slice(0, 10)}T${timestamp.slice(11, 23)}Z`);
  return milliseconds + Number(timestamp.slice(23, 26)) / 1000;
}

/** Does the same as `instantOf`; null stays null. */
export function instantOrNull(timestamp: string | null): number | null {
  return timestamp === null ? null : instantOf(timestamp);
}
