import { defineConfig } from 'vitest/config';
import { workerText } from './build/worker-text.ts';

export default defineConfig({
  plugins: [workerText()],
  test: { include: ['test/**/*.test.ts', 'test/**/*.test.tsx'], testTimeout: 20_000, hookTimeout: 60_000 },
});
