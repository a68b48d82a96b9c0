import '../ui/tokens.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { createRoot } from 'react-dom/client';
import { findDesktop } from '../core/desktop.ts';
import { createHangar } from '../core/hangar.ts';
import { App } from './App.tsx';
import { prefetchShownPlace, prefetchTheRest } from './prefetch.ts';

const hangar = createHangar((url, init) => fetch(url, init), findDesktop(), localStorage);
const root = document.getElementById('root');
if (root !== null) {
  // Connected by the time that there is something to show.
  hangar.live.start();
  // Not awaited at the top of this file: places import what lies in one chunk with it, and would wait for it in turn.
  void prefetchShownPlace().then(() => {
    createRoot(root).render(<App hangar={hangar} />);
    prefetchTheRest();
  });
}
