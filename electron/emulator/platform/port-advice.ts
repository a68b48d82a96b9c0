/** Ports below this one need special rights outside of Windows. */
const FIRST_FREE = 1024;

/** Explains why the system does not let this user have a port that nobody uses (EACCES). */
export function portAdvice(port: number, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32')
    return `port ${port} is reserved by Windows, often for Hyper-V, WSL or Docker ("netsh interface ipv4 show excludedportrange protocol=tcp" lists such ports); --port chooses another, 0 any free one`;
  const why = port < FIRST_FREE ? `ports below ${FIRST_FREE} are for administrators` : 'the system refuses it';
  return `port ${port} cannot be used: ${why}; --port chooses another, 0 any free one`;
}
