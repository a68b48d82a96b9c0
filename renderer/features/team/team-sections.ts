/** The parts of the place Team, each with a URL of its own. */
export const SECTIONS = [
  { slug: 'users', label: 'Users' },
  { slug: 'groups', label: 'Groups' },
  { slug: 'roles', label: 'Roles' },
  { slug: 'keys', label: 'API keys' },
] as const;

/** The last part of a section's URL. */
export type SectionSlug = (typeof SECTIONS)[number]['slug'];
