import { createHash } from "node:crypto"
import { BoundedMap, type ScopeId } from "@tollgate/core/storage"

/** What is kept of names at the same time. */
const MAX_NAMES = 20_000

/** For how long rows are written with a number that was read, in milliseconds. `sweepNames` relies on it. */
export const MAX_AGE_MS = 3_600_000

/** The SHA-256 of a name, by which it is found. */
export const digestOf = (name: string): Uint8Array => createHash("sha256").update(name).digest()

/** How an insertion of a name goes on if the name exists: one that is to be deleted stays. It is returned, as one that is inserted is. */
export const reviveName =
  "ON CONFLICT (digest) DO UPDATE SET unused_since = NULL WHERE spending_names.unused_since IS NOT NULL RETURNING id, name"

/**
 * Numbers of texts that holds refer to, as far as they are known. A draft has those that an open transaction has read or
 * inserted: they are kept when it is committed.
 *
 * A name that no row refers to is deleted a day after that was seen, and its number is never used again. So rows are written with
 * numbers that were read by their text within the last hour: to read a name so makes it one that is used.
 */
export class Names {
  readonly #ids = new Map<string, number>()
  readonly #texts = new Map<number, string>()
  readonly #parsed = new Map<number, unknown>()
  readonly #kept: Names | null
  /** When the first of its numbers was read. */
  #since: number | null = null
  constructor(kept: Names | null = null) {
    this.#kept = kept
  }

  /** Whether new names begin, in place of these. Drafts of these go on with them, so they are never cleared. */
  get isFull(): boolean {
    return this.#texts.size >= MAX_NAMES
  }

  /** Whether it adds nothing to those that it was made with. */
  get isEmpty(): boolean {
    return this.#texts.size === 0
  }

  /** Whether its numbers were read too long before an instant, in milliseconds since 1970, or after it. */
  isOldAt(now: number): boolean {
    return this.#since !== null && Math.abs(now - this.#since) > MAX_AGE_MS
  }

  /** Adds a name that a row refers to. */
  show(id: number, text: string): void {
    this.#texts.set(id, text)
  }

  /** Adds a name that was read by its text, or inserted. */
  add(id: number, text: string): void {
    this.#ids.set(text, id)
    this.#texts.set(id, text)
  }

  /** Keeps the names of a draft, which it has read at an instant. */
  keep(draft: Names, now: number): void {
    if (draft.#ids.size > 0) this.#since ??= now
    for (const [id, text] of draft.#texts) this.show(id, text)
    for (const [text, id] of draft.#ids) this.#ids.set(text, id)
  }

  /** The number to write for a text at an instant. */
  idOf(text: string, now: number): number | undefined {
    const kept = this.#kept === null || this.#kept.isOldAt(now) ? undefined : this.#kept.#ids.get(text)
    return kept ?? this.#ids.get(text)
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

/** How many numbers of scopes are kept at the same time. */
const MAX_SCOPES = 100_000

/** The same of runs. Many are short, and none of them makes the process forget a key. */
const MAX_RUNS = 20_000

/** Numbers of scopes by their names, which begin with their kinds. */
class KnownScopes {
  readonly #runs = new BoundedMap<string, ScopeId>(MAX_RUNS)
  readonly #others = new BoundedMap<string, ScopeId>(MAX_SCOPES)

  #of(name: string): BoundedMap<string, ScopeId> {
    return name.startsWith("run ") ? this.#runs : this.#others
  }

  get(name: string): ScopeId | undefined {
    return this.#of(name).get(name)
  }

  set(name: string, id: ScopeId): void {
    this.#of(name).set(name, id)
  }

  delete(name: string): void {
    this.#of(name).delete(name)
  }
}

/** Numbers of names and scopes that are known from committed rows. */
export interface Ids {
  readonly names: Names
  readonly scopes: Pick<KnownScopes, "delete" | "get" | "set">
}

/** Those that a transaction has learned. */
export interface LearnedIds {
  readonly names: Names
  readonly scopes: Map<string, ScopeId>
}

/** The numbers that a process keeps. */
export class KnownIds {
  /** Replaced when it is full: a unit that has begun with it goes on with it. */
  current: Ids = { names: new Names(), scopes: new KnownScopes() }

  /** Keeps what a transaction has learned that is committed. `now` is an instant at which it did. */
  keep({ names, scopes }: LearnedIds, now: number): void {
    const { current } = this
    if (current.names.isFull || current.names.isOldAt(now)) {
      this.current = { names: new Names(), scopes: current.scopes }
    }
    this.current.names.keep(names, now)
    for (const [name, id] of scopes) this.current.scopes.set(name, id)
  }
}
