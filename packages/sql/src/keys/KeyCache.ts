import type { KeyHash } from "@tollgate/core"
import { BoundedMap } from "@tollgate/core/storage"
import type { Version } from "../transaction/Executor.js"

/** How many secrets are cached: those that were looked up last. */
const MAX_SECRETS = 10_000

/** Maximum age of an entry in milliseconds. */
const MAX_AGE_MS = 60_000

/**
 * Cache of look-ups by secrets, for as long as nothing is committed. The caller judges the end of a secret or key, which needs no commit.
 * Secrets that were not found are not cached.
 */
export class KeyCache<A> {
  readonly #found = new BoundedMap<KeyHash, A>(MAX_SECRETS)
  #version: Version | null = null
  #since = 0

  /**
   * Returns what was found for a secret, if the database still has this version.
   *
   * @param now The present time in milliseconds since 1970.
   */
  get(secret: KeyHash, version: Version, now: number): A | undefined {
    if (version !== this.#version || now < this.#since || now - this.#since >= MAX_AGE_MS) {
      this.#found.clear()
      this.#version = version
      this.#since = now
    }
    return this.#found.get(secret)
  }

  /** Stores the result of a look-up that began when the database had this version. */
  keep(secret: KeyHash, version: Version, found: A): void {
    if (version === this.#version) this.#found.set(secret, found)
  }
}
