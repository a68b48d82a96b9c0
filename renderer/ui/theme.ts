import {
  type ActionIconProps,
  type ButtonProps,
  colorsTuple,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type InputWrapperProps,
  type ModalProps,
  type NotificationProps,
  type PopoverProps,
  type VariantColorsResolver,
} from '@mantine/core';

/** The tokens as Mantine colours: `color="bad"` is `--h-bad` in both themes. */
const TOKENS = ['accent', 'ok', 'bad', 'run', 'wait'] as const;

/** Limits the height of a pop-over to the available room. */
function limitHeight({ availableHeight, elements }: { availableHeight: number; elements: { floating: HTMLElement } }) {
  elements.floating.style.maxHeight = `${Math.floor(availableHeight) - 8}px`;
}

const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  const isAccent = (input.color ?? 'accent') === 'accent';
  // The accent is for links and for what comes next.
  if (input.variant === 'subtle' && isAccent) return { ...resolved, color: 'var(--h-fg2)', hover: 'var(--h-bg3)' };
  return input.variant === 'filled' ? { ...resolved, color: `var(--h-${isAccent ? 'on-accent' : 'bg'})` } : resolved;
};

/** The surface of what lies over the page. */
const SURFACE = { background: 'var(--h-pop)' } as const;
const DROPDOWN = { ...SURFACE, overflowY: 'auto', borderColor: 'var(--h-line2)' } as const;

/** Mantine's theme, based on tokens.css. */
export const theme = createTheme({
  primaryColor: 'accent',
  colors: Object.fromEntries(TOKENS.map((name) => [name, colorsTuple('#4f46e5')])),
  variantColorResolver,
  fontFamily: 'var(--h-sans)',
  fontFamilyMonospace: 'var(--h-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '20px', xl: '24px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  headings: { fontFamily: 'var(--h-sans)', fontWeight: '600' },
  defaultRadius: 6,
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '10px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  // By name, because an import here would delay the first drawing.
  components: {
    Button: { defaultProps: { size: 'sm', variant: 'default' } satisfies ButtonProps },
    // Texts of users have the direction of their script.
    TextInput: { defaultProps: { dir: 'auto' } },
    Textarea: { defaultProps: { dir: 'auto' } },
    // Hints are below their field.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } satisfies InputWrapperProps,
    },
    SegmentedControl: { defaultProps: { withItemsBorders: false } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } satisfies ActionIconProps },
    Modal: {
      defaultProps: {
        centered: true,
        // By `returnFocusOfDialogs`, which also knows what a command was called from.
        returnFocus: false,
        // Closes at once, so that the next click reaches the page.
        transitionProps: { transition: 'fade-down', duration: 150, exitDuration: 0 },
        closeButtonProps: { 'aria-label': 'Close' },
        // The header of a dialog is not a banner of the page.
        attributes: { header: { role: 'presentation' } },
      } satisfies Partial<ModalProps>,
      styles: {
        title: { fontSize: 15, fontWeight: 600 },
        // A field that has the focus is not below the buttons at the foot.
        content: { ...SURFACE, scrollPaddingBottom: 96 },
        header: { ...SURFACE, minHeight: 44, paddingBlock: 8 },
      },
    },
    // Closes at once, so that the next key reaches the page.
    Popover: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 150, exitDuration: 0 },
        // As high as the available room; the rest scrolls.
        middlewares: { shift: true, flip: true, size: { apply: limitHeight } },
      } satisfies Partial<PopoverProps>,
      styles: { dropdown: DROPDOWN },
    },
    Menu: { styles: { dropdown: DROPDOWN } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } satisfies NotificationProps,
      styles: { root: SURFACE, description: { color: 'var(--h-fg)' } },
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
  '--mantine-color-default-hover': 'var(--h-bg3)',
  '--mantine-color-default-color': 'var(--h-fg)',
  '--mantine-color-default-border': 'var(--h-line2)',
  '--mantine-color-disabled': 'var(--h-bg3)',
  '--mantine-color-disabled-color': 'var(--h-fg3)',
  '--mantine-primary-color-filled': 'var(--h-accent-solid)',
  '--mantine-primary-color-filled-hover': 'var(--h-accent-hover)',
  ...Object.fromEntries(TOKENS.flatMap(colorVariables)),
};

function colorVariables(name: (typeof TOKENS)[number]): [string, string][] {
  const color = `--mantine-color-${name}`;
  const [filled, hover] = name === 'accent' ? ['accent-solid', 'accent-hover'] : [name, name];
  return [
    [`${color}-filled`, `var(--h-${filled})`],
    [`${color}-filled-hover`, `var(--h-${hover})`],
    [`${color}-light`, `var(--h-${name}-bg)`],
    [`${color}-light-hover`, `var(--h-${name}-bg)`],
    [`${color}-light-color`, `var(--h-${name})`],
    [`${color}-outline`, `var(--h-${name})`],
    [`${color}-text`, `var(--h-${name})`],
  ];
}
