/** Reading and changing the draft by path. */
export * from '../../../shared/values/json-path.ts';
