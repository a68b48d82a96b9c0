/** The folder whose budget a file of the product counts to: the second level, in the emulator the third. */
export function folderOfBudget(path: string): string {
  const steps = path.split('/').slice(0, -1);
  return steps.slice(0, steps[1] === 'emulator' ? 3 : 2).join('/');
}

/** Maximum number of lines of TypeScript by folder. */
export const BUDGETS: Readonly<Record<string, number>> = {
  'electron/desktop': 2220,
  'electron/emulator': 140,
  'electron/emulator/archive': 140,
  'electron/emulator/behaviors': 6760,
  'electron/emulator/compose': 1735,
  'electron/emulator/definitions': 1840,
  'electron/emulator/engine': 8990,
  'electron/emulator/files': 245,
  'electron/emulator/host': 1230,
  'electron/emulator/lab': 3345,
  'electron/emulator/platform': 950,
  'electron/emulator/server': 9300,
  'electron/emulator/slices': 100,
  'electron/emulator/store': 5394,
  'electron/emulator/timers': 40,
  'electron/programs': 10815,
  'renderer/app': 2305,
  'renderer/authoring': 5860,
  'renderer/core': 8301,
  'renderer/docs': 220,
  'renderer/features': 17965,
  'renderer/ui': 3922,
  shared: 100,
  'shared/contract': 3280,
  'shared/definitions': 1160,
  'shared/expression': 3340,
  'shared/http': 1000,
  'shared/model': 4065,
  'shared/registry': 930,
  'shared/values': 1810,
};
