import {
  type ActionIconProps,
  type ButtonProps,
  colorsTuple,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type ModalProps,
  type NotificationProps,
  type VariantColorsResolver,
} from '@mantine/core';

/** The tokens as Mantine colours: `color="bad"` is `--h-bad` in both themes. */
const TOKENS = ['accent', 'ok', 'bad', 'run', 'wait'] as const;

const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  return input.variant === 'filled' ? { ...resolved, color: 'var(--h-on-accent)' } : resolved;
};

/** Mantine's theme, based on tokens.css. */
export const theme = createTheme({
  primaryColor: 'accent',
  colors: Object.fromEntries(TOKENS.map((name) => [name, colorsTuple('#4f46e5')])),
  variantColorResolver,
  fontFamily: 'var(--h-sans)',
  fontFamilyMonospace: 'var(--h-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '17px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.3' },
  spacing: { xs: '6px', sm: '10px', md: '14px', lg: '18px', xl: '28px' },
  headings: { fontFamily: 'var(--h-sans)', fontWeight: '650' },
  defaultRadius: 6,
  radius: { xs: '3px', sm: '5px', md: '6px', lg: '8px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  // By name, because an import here would delay the first drawing.
  components: {
    Button: { defaultProps: { size: 'sm', variant: 'default' } satisfies ButtonProps },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } satisfies ActionIconProps },
    Modal: {
      defaultProps: {
        centered: true,
        // Closes at once, so that the next click reaches the page.
        transitionProps: { transition: 'fade-down', duration: 150, exitDuration: 0 },
        closeButtonProps: { 'aria-label': 'Close' },
        // The header of a dialog is not a banner of the page.
        attributes: { header: { role: 'presentation' } },
      } satisfies Partial<ModalProps>,
      styles: { title: { fontSize: 15, fontWeight: 650 } },
    },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } satisfies NotificationProps,
      styles: { description: { color: 'var(--h-fg)' } },
    },
  },
});

/** Maps Mantine's variables to the tokens. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: VARIABLES, dark: VARIABLES });

/** For both schemes, because Mantine sets these per scheme. */
const VARIABLES: Record<string, string> = {
  '--mantine-color-body': 'var(--h-bg)',
  '--mantine-color-text': 'var(--h-fg)',
  '--mantine-color-dimmed': 'var(--h-fg2)',
  '--mantine-color-placeholder': 'var(--h-fg3)',
  '--mantine-color-anchor': 'var(--h-accent)',
  '--mantine-color-error': 'var(--h-bad)',
  '--mantine-color-default': 'var(--h-bg)',
  '--mantine-color-default-hover': 'var(--h-bg2)',
  '--mantine-color-default-color': 'var(--h-fg)',
  '--mantine-color-default-border': 'var(--h-line)',
  '--mantine-color-disabled': 'var(--h-bg3)',
  '--mantine-color-disabled-color': 'var(--h-fg3)',
  '--mantine-primary-color-filled': 'var(--h-accent)',
  ...Object.fromEntries(TOKENS.flatMap(colorVariables)),
};

function colorVariables(name: (typeof TOKENS)[number]): [string, string][] {
  const color = `--mantine-color-${name}`;
  return [
    [`${color}-filled`, `var(--h-${name})`],
    [`${color}-filled-hover`, name === 'accent' ? 'var(--h-accent-hover)' : `var(--h-${name})`],
    [`${color}-light`, `var(--h-${name}-bg)`],
    [`${color}-light-hover`, `var(--h-${name}-bg)`],
    [`${color}-light-color`, `var(--h-${name})`],
    [`${color}-outline`, `var(--h-${name})`],
    [`${color}-text`, `var(--h-${name})`],
  ];
}
