import '../ui/fonts/fonts.css';
import '../ui/tokens.css';
import '../ui/mantine.css';
import '../ui/utilities.css';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import { Gallery } from './Gallery.tsx';

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <Gallery />
    </MantineProvider>,
  );
}
