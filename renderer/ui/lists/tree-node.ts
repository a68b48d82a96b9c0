/** The place of a row in a tree. */
export interface TreeNode {
  /** From 1. */
  readonly level: number;
  /** Place among its siblings, from 1, and their number. */
  readonly place: number;
  readonly of: number;
  /** True when the rows below it are shown; absent for a row without any. */
  readonly isOpen?: boolean;
}

/** The roles of a list, and those of a tree. */
export const ROLES = {
  list: { list: 'listbox', row: 'option' },
  tree: { list: 'tree', row: 'treeitem' },
} as const;

/** The place of a row for assistive technology. */
export function placeProps(node: TreeNode | undefined, index: number, count: number) {
  if (node === undefined) return { 'aria-setsize': count, 'aria-posinset': index + 1 };
  const { level, place, of, isOpen } = node;
  return { 'aria-level': level, 'aria-setsize': of, 'aria-posinset': place, 'aria-expanded': isOpen };
}

/** The effect of an arrow to the side in a tree: it opens or closes a row, or leads into it or out of it. */
export function sideways(
  key: string,
  at: number,
  nodeAt: (index: number) => TreeNode | undefined,
): { readonly toggle: boolean } | { readonly to: number } | undefined {
  const node = nodeAt(at);
  if (node === undefined || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return undefined;
  const isRight = key === 'ArrowRight';
  if (node.isOpen === !isRight) return { toggle: isRight };
  if (isRight) return node.isOpen === true ? { to: at + 1 } : undefined;
  for (let index = at - 1; index >= 0; index--)
    if ((nodeAt(index)?.level ?? node.level) < node.level) return { to: index };
  return undefined;
}
