import { composeEmulator } from '../emulator/emulator.ts';
import { connect } from './client/hangar.ts';
import type { StartParent } from './explore/library-explore.ts';
import { IDLE_SECONDS, listsOf } from './explore/sandbox-trial.ts';
import { clockOf } from './library-clock.ts';
import { emulatorOptions } from './library-options.ts';

/** Starts the emulator of an exploration in this process, whose sandboxes are used without HTTP. */
export const startTrialParent: StartParent = async (options) => {
  const emulator = await composeEmulator(emulatorOptions(null, options));
  return {
    url: emulator.url,
    stop: () => emulator.stop(),
    open: async (from) => {
      const { server, close } = await emulator.sandboxes.create({ from, idleSeconds: IDLE_SECONDS });
      const { url, apiKey, lab } = server;
      const clock = clockOf(server);
      return {
        ...{ url, apiKey, close },
        apply: (schedule) => lab.schedule.apply(schedule),
        accelerate: (speed) => clock.set({ speed }),
        settle: (seconds) => clock.advance({ seconds }),
        view: () => server.scheduleView(),
        findings: () => lab.findings.list(),
        lists: async (observed) => {
          const hangar = connect(new URL(url), undefined);
          return listsOf(hangar, observed).finally(hangar.close);
        },
      };
    },
  };
};
