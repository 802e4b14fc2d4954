import type { HoldRecord } from "@tollgate/core/storage"

type HoldId = HoldRecord["id"]

/** An id begins with its time in milliseconds: 12 hex digits and a hyphen. */
const timeOf = (id: string) => id.slice(0, 13)

/**
 * Tells of most new holds, without a look into the database, that they do not exist: their ids are later than all that are stored. True as
 * long as every hold that is stored is added here, too.
 */
export class NewestHolds {
  /** The time of the latest hold; null if it is not known. */
  #time: string | null = null
  /** The holds of that time that were added; null if others of that time may be stored. */
  #added: Set<HoldId> | null = null
  readonly #latest: () => string
  /** `latest` reads the latest id that is stored, or an empty text. */
  constructor(latest: () => string) {
    this.#latest = latest
  }

  forget(): void {
    this.#time = null
  }

  /** Whether a hold cannot exist. */
  isNew(id: HoldId): boolean {
    if (this.#time === null) {
      this.#time = timeOf(this.#latest())
      this.#added = null
    }
    const time = timeOf(id)
    return time > this.#time || (time === this.#time && this.#added?.has(id) === false)
  }

  add(id: HoldId): void {
    if (this.#time === null) return
    const time = timeOf(id)
    if (time === this.#time) this.#added?.add(id)
    if (time <= this.#time) return
    this.#time = time
    this.#added = new Set([id])
  }
}
