/** The file name that messages give to the script of a task. Colons end file names there. */
export function scriptNameOf(slug: string): string {
  return `${slug.replace(/[:*]/g, '_')}.ts`;
}
