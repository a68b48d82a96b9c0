/** Reading and changing what is edited, by path. */
export * from '../../../shared/model/json-path.ts';
