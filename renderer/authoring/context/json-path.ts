/** JSON values, and reading and changing the draft by path. */
export * from '../../../shared/values/json.ts';
export * from '../../../shared/values/json-path.ts';
