/** The file name of a task's script in error messages. Without colons, which end file names there. */
export function scriptNameOf(slug: string): string {
  return `${slug.replace(/[:*]/g, '_')}.ts`;
}
