import { createHash } from "node:crypto"

/** What is kept of names at the same time. */
const MOST = 20_000

/** The SHA-256 of a name, by which it is found. */
export const digestOf = (name: string): Uint8Array => createHash("sha256").update(name).digest()

/**
 * Numbers of texts that holds refer to, as far as they are known. A draft has those that an open transaction has read or
 * inserted: they are kept when it is committed.
 */
export class Names {
  readonly #ids = new Map<string, number>()
  readonly #texts = new Map<number, string>()
  readonly #parsed = new Map<number, unknown>()
  readonly #kept: Names | null
  constructor(kept: Names | null = null) {
    this.#kept = kept
  }

  /** Whether new names begin, in place of these. Drafts of these go on with them, so they are never cleared. */
  get isFull(): boolean {
    return this.#ids.size >= MOST
  }

  /** Whether it adds nothing to those that it was made with. */
  get isEmpty(): boolean {
    return this.#ids.size === 0
  }

  add(id: number, text: string): void {
    this.#ids.set(text, id)
    this.#texts.set(id, text)
  }

  /** Keeps the names of a draft. */
  keep(draft: Names): void {
    for (const [id, text] of draft.#texts) this.add(id, text)
  }

  idOf(text: string): number | undefined {
    return this.#kept?.idOf(text) ?? this.#ids.get(text)
  }

  textOf(id: number): string | undefined {
    return this.#kept?.textOf(id) ?? this.#texts.get(id)
  }

  /** The JSON value that a name is. */
  parsed(id: number): unknown {
    const known = this.#kept?.parsed(id) ?? this.#parsed.get(id)
    if (known !== undefined) return known
    const text = this.#texts.get(id)
    if (text === undefined) return undefined
    const value: unknown = JSON.parse(text)
    this.#parsed.set(id, value)
    return value
  }
}
