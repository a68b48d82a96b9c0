export { default } from '../lib/again';
