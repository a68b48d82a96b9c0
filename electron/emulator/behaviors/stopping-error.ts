/** Rejects work that is refused or given up because Hangar stops. */
export class StoppingError extends Error {
  override readonly name = 'StoppingError';

  constructor() {
    super('Hangar is stopping');
  }
}
