import '../ui/tokens.css';
import '../ui/mantine.css';
import '../ui/utilities.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { hangar, listen } from './boot.ts';
import { whenDrawn, whenIdle } from '../ui/when-idle.ts';
import { prefetchCurrentPage, prefetchRemaining } from './prefetch.ts';

const root = document.getElementById('root');
if (root !== null) {
  // No top-level await: pages import from the chunk of this file, which would be a deadlock.
  void prefetchCurrentPage().then(() => {
    createRoot(root).render(<App hangar={hangar} />);
    whenDrawn(() => {
      listen();
      whenIdle(prefetchRemaining);
    });
  });
}
