/** The folder whose budget a file of the product counts to: the second level, in the emulator the third. */
export function folderOfBudget(path: string): string {
  const steps = path.split('/').slice(0, -1);
  return steps.slice(0, steps[1] === 'emulator' ? 3 : 2).join('/');
}

/** Maximum number of lines of TypeScript by folder. */
export const BUDGETS: Readonly<Record<string, number>> = {
  'electron/desktop': 2230,
  'electron/emulator': 150,
  'electron/emulator/archive': 130,
  'electron/emulator/behaviors': 6780,
  'electron/emulator/compose': 1780,
  'electron/emulator/definitions': 1850,
  'electron/emulator/engine': 8970,
  'electron/emulator/files': 245,
  'electron/emulator/host': 1260,
  'electron/emulator/lab': 3370,
  'electron/emulator/platform': 940,
  'electron/emulator/server': 9110,
  'electron/emulator/slices': 110,
  'electron/emulator/store': 5560,
  'electron/emulator/timers': 30,
  'electron/programs': 10860,
  'renderer/app': 2305,
  'renderer/authoring': 5848,
  'renderer/core': 8240,
  'renderer/docs': 220,
  'renderer/features': 18020,
  'renderer/ui': 3914,
  shared: 100,
  'shared/contract': 3320,
  'shared/definitions': 1165,
  'shared/expression': 3340,
  'shared/http': 950,
  'shared/model': 4070,
  'shared/registry': 940,
  'shared/values': 1790,
};
