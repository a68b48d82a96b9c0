/** The names of a run. Its task has no slug when it is the run of a prompt block. */
interface RunNames {
  readonly taskSlug: string;
  /** Name of the task; of the session and the block for a prompt of a runbook. */
  readonly name: string;
}

/** The slug of a run's task; its name when there is no task. For the command line and rows of requests. */
export function slugOrName({ taskSlug, name }: RunNames): string {
  return taskSlug === '' ? name : taskSlug;
}

/** The title of a run in the window: its name, else the slug of its task. */
export function runTitle({ taskSlug, name }: RunNames): string {
  return name === '' ? taskSlug : name;
}
