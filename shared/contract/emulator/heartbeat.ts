/** Interval of the heartbeat on `/_emulator/events` while there are no events, in milliseconds. */
export const HEARTBEAT_MILLISECONDS = 2000;
