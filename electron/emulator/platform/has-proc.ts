/** True where `/proc` lists the processes with their states, surroundings and memory: on Linux. */
export function hasProc(platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'linux';
}
