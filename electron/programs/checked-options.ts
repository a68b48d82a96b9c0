import { StartError } from '../emulator/host/start-error.ts';

/** The schema of options. */
interface OptionSchema<Parsed> {
  readonly safeParse: (options: unknown) => SchemaResult<Parsed>;
}

type SchemaResult<Parsed> =
  | { readonly success: true; readonly data: Parsed }
  | { readonly success: false; readonly error: { readonly issues: readonly OptionIssue[] } };

interface OptionIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * Checks options by the schema of the endpoint. Throws an Error that names the wrong one.
 * @param name prefix of their names
 */
export function checked<Parsed>(schema: OptionSchema<Parsed>, options: unknown, name: string): Parsed {
  const result = schema.safeParse(options);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new StartError(
    'usage',
    `${name}.${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'is not valid'}.`,
  );
}
