/** An instant, as the fields of refusals have it: in JSON an ISO 8601 time (UTC). */
export class Instant {
  /** Milliseconds since 1970. */
  readonly epochMillis: number

  constructor(epochMillis: number) {
    this.epochMillis = epochMillis
  }

  toString(): string {
    return new Date(this.epochMillis).toISOString()
  }

  toJSON(): string {
    return this.toString()
  }
}
