/** The path of a real Chromium, as environment; empty when the environment says it already, or when there is none. */
export function findChromium(root: string): { HANGAR_TEST_CHROMIUM?: string };
