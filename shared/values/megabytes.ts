/** Formats a number of bytes as megabytes, such as `1,024 MB` or `0.25 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toLocaleString('en', { maximumFractionDigits: 2 })} MB`;
}
