/** The storage key of the window's theme (Mantine). */
const KEY = 'mantine-color-scheme-value';

/** Shows the page in the window's theme and follows its changes. */
export function followTheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => {
    const system = dark.matches ? 'dark' : 'light';
    const chosen = storedTheme();
    document.documentElement.dataset['mantineColorScheme'] = chosen === 'light' || chosen === 'dark' ? chosen : system;
  };
  apply();
  dark.addEventListener('change', apply);
  window.addEventListener('storage', apply);
}

function storedTheme(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Ignored when storage is forbidden.
    return null;
  }
}
