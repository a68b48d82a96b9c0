/** Reading and changing what is edited, by path. */
export * from '../../../shared/values/json-path.ts';
