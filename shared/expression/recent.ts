/** Remembers what was made for a text: the last `size` to twice as many used, without bookkeeping on a hit. */
export class Recent<Made> {
  private young = new Map<string, Made>();
  private old: ReadonlyMap<string, Made> = new Map<string, Made>();
  private readonly size: number;
  private readonly make: (text: string) => Made;

  constructor(size: number, make: (text: string) => Made) {
    this.size = size;
    this.make = make;
  }

  get(text: string): Made {
    return this.young.get(text) ?? this.renew(text);
  }

  private renew(text: string): Made {
    const made = this.old.get(text) ?? this.make(text);
    if (this.young.size >= this.size) {
      this.old = this.young;
      this.young = new Map<string, Made>();
    }
    this.young.set(text, made);
    return made;
  }
}
