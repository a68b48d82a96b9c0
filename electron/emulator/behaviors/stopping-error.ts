/** Rejects work that is refused or aborted because Hangar stops. */
export class StoppingError extends Error {
  override readonly name = 'StoppingError';

  constructor() {
    super('Hangar is stopping');
  }
}
