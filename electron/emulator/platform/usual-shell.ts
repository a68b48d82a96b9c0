import type { Shell } from '../../../shared/values/shell-words.ts';

/** The shell for which commands are printed. PowerShell reads a command for cmd too, unless there are quotes in its words. */
export function usualShell(platform: NodeJS.Platform = process.platform): Shell {
  return platform === 'win32' ? 'cmd' : 'sh';
}
