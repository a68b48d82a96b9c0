import '../ui/tokens.css';
import '../ui/mantine.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { hangar, listen } from './boot.ts';
import { whenDrawn, whenIdle } from '../ui/when-idle.ts';
import { prefetchShownPlace, prefetchTheRest } from './prefetch.ts';

const root = document.getElementById('root');
if (root !== null) {
  // Not awaited at the top of this file: places import what lies in one chunk with it, and would wait for it in turn.
  void prefetchShownPlace().then(() => {
    createRoot(root).render(<App hangar={hangar} />);
    whenDrawn(() => {
      listen();
      whenIdle(prefetchTheRest);
    });
  });
}
