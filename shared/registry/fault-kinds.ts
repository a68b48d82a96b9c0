/** The kinds of faults. To add one, add an entry; the compiler asks for its schema, its plan and its sentence. */
export const FAULT_KINDS = ['delay', 'error', 'lose', 'refuse', 'truncate', 'slow', 'hang', 'body', 'run'] as const;

/** The kind of a fault. */
export type FaultKind = (typeof FAULT_KINDS)[number];
