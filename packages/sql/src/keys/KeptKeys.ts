import type { KeyHash } from "@tollgate/core"
import { Recent } from "../spending/Recent.js"
import type { Version } from "../transaction/Executor.js"

/** For how long something is kept in any case, in milliseconds. */
const LONGEST = 60_000

/**
 * What the latest look-ups by secrets have found, as long as nothing was committed since the first of them. Ends by time are judged
 * by whoever uses it. Secrets that were not found are not kept.
 */
export class KeptKeys<A> {
  readonly #found = new Recent<KeyHash, A>()
  #version: Version | null = null
  #since = 0

  /** What was found for a secret, if the database still has this version. `now` is in milliseconds since 1970. */
  get(secret: KeyHash, version: Version, now: number): A | undefined {
    if (version !== this.#version || now < this.#since || now - this.#since >= LONGEST) {
      this.#found.clear()
      this.#version = version
      this.#since = now
    }
    return this.#found.get(secret)
  }

  /** Keeps what a look-up has found that began when the database had this version. */
  keep(secret: KeyHash, version: Version, found: A): void {
    if (version === this.#version) this.#found.set(secret, found)
  }
}
