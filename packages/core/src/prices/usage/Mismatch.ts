/** The parts of a usage that do not agree with its own totals. */
export class Mismatch {
  readonly of: "cache_write" | "input" | "output" | "total"
  readonly total: number
  readonly parts: number

  constructor(of: Mismatch["of"], total: number, parts: number) {
    this.of = of
    this.total = total
    this.parts = parts
  }
}
