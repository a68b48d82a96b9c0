/** How often `/_emulator/events` says that it is there when there is nothing else to say, in milliseconds. */
export const HEARTBEAT_MILLISECONDS = 2000;
