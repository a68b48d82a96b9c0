import { onTestFinished } from 'vitest';

/** The parts that are used here of a node in React's tree. */
interface Fiber {
  readonly flags: number;
  readonly type: unknown;
  readonly stateNode: unknown;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

/** Set by React on a component that it has rendered, for its developer tools. */
const PERFORMED_WORK = 1;

let onDrawn: ((element: Element) => void) | undefined;

// React looks for its developer tools once, so this module has to be imported before it.
Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_: number, { current }: { readonly current: Fiber }) => {
      if (onDrawn !== undefined) visit(current);
    },
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberUnmount: () => undefined,
  },
});

/** Records the first element of each component that React renders, until the test ends. */
export function recordDrawings(): readonly Element[] {
  const drawn: Element[] = [];
  onDrawn = (element) => drawn.push(element);
  onTestFinished(() => (onDrawn = undefined));
  return drawn;
}

function visit(fiber: Fiber): void {
  const element = typeof fiber.type === 'string' ? undefined : firstElement(fiber);
  if ((fiber.flags & PERFORMED_WORK) !== 0 && element !== undefined) onDrawn?.(element);
  // Children that are the same as before are left over from an earlier drawing.
  if (fiber.child === fiber.alternate?.child) return;
  for (let { child } = fiber; child !== null; child = child.sibling) visit(child);
}

function firstElement(fiber: Fiber): Element | undefined {
  for (let at: Fiber | null = fiber; at !== null; at = at.child) {
    if (at.stateNode instanceof Element) return at.stateNode;
  }
  return undefined;
}
