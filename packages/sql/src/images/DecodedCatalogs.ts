import type { NewImageModel, OrganizationId } from "@tollgate/core"

/** A version of a catalogue with its decoded models. */
interface Decoded {
  readonly version: string
  readonly models: ReadonlyArray<NewImageModel>
}

/** No version is known: null never equals a version. */
interface Unknown {
  readonly version: null
  readonly models: readonly []
}

const AT_MOST = 100

const unknown: Unknown = { version: null, models: [] }

/**
 * Caches the catalogues of the 100 organizations that were read last, because decoding a thousand models takes
 * milliseconds.
 */
export class DecodedCatalogs {
  readonly #byOrganization = new Map<OrganizationId, Decoded>()

  /** The last catalogue that was read of an organization. Another process may have replaced it since. */
  get(id: OrganizationId): Decoded | Unknown {
    const found = this.#byOrganization.get(id)
    if (found === undefined) return unknown
    // A map keeps insertion order, so its first entry is the least recently used.
    this.#byOrganization.delete(id)
    this.#byOrganization.set(id, found)
    return found
  }

  set(id: OrganizationId, decoded: Decoded): Decoded["models"] {
    this.#byOrganization.delete(id)
    this.#byOrganization.set(id, decoded)
    const [oldest] = this.#byOrganization.keys()
    if (this.#byOrganization.size > AT_MOST && oldest !== undefined) this.#byOrganization.delete(oldest)
    return decoded.models
  }
}
