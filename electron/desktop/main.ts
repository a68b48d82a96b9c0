import { launch } from './launch.ts';

// No top-level await: a packaged application would never become ready.
launch(import.meta.url);
