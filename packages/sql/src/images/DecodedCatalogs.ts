import type { NewImageModel, OrganizationId } from "@tollgate/core"

/** A version of a catalogue, with the models that it is made of. */
interface Decoded {
  readonly version: string
  readonly models: ReadonlyArray<NewImageModel>
}

/** Nothing is known of a catalogue: no version equals null. */
interface Unknown {
  readonly version: null
  readonly models: readonly []
}

const AT_MOST = 100

const unknown: Unknown = { version: null, models: [] }

/** The catalogues that were read last, of at most 100 organizations: to decode a thousand models takes milliseconds. */
export class DecodedCatalogs {
  readonly #byOrganization = new Map<OrganizationId, Decoded>()

  /** What was read last of an organization's catalogue. It may have been replaced since, by another process too. */
  get(id: OrganizationId): Decoded | Unknown {
    const found = this.#byOrganization.get(id)
    if (found === undefined) return unknown
    // The map has them in the order that they were set in, and so the one that nobody asked for the longest is the first.
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
