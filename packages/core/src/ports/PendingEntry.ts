import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import type { AuditActor } from "../values/AuditActor.js"
import type { OrganizationId } from "../values/Id.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { UserId } from "../values/UserId.js"
import { changedFields } from "./changedFields.js"

/** Whose entries are chained with one another: an organization's, or, as an empty text, those of what concerns all of them. */
export type ChainId = OrganizationId | ""

/** An entry of the audit log before it has a number and a hash. */
export interface UnsealedEntry {
  readonly organization_id: ChainId
  /** Milliseconds since 1970. */
  readonly created_at: number
  readonly actor_kind: AuditActor
  /** Null for the host. */
  readonly actor_hash: KeyHash | null
  /** Null for the host without an organization. */
  readonly actor_user_id: UserId | null
  /** The operation, such as `keys.updateKey`. */
  readonly action: string
  /** The id of what was changed. */
  readonly object: string | null
  /** A JSON object of the new values. */
  readonly changes: string
  /** A JSON array of the names of changed fields whose values are secret. */
  readonly secrets: string
  readonly request_id: string | null
  readonly address: string | null
}

/** What a change is about. */
export interface Subject {
  readonly organization_id: ChainId
  readonly object: string | null
  /** The fields that get new values. */
  readonly fields: object
}

type Circumstances = Omit<UnsealedEntry, keyof Subject | "changes" | "secrets">

/**
 * The audit entry of the change that a fiber makes. Storage stores it in the transaction of the change: at the end of the first
 * transaction that changes something, or with the first single write that does.
 */
export class PendingEntry {
  #state: "waiting" | "held" | "stored" = "waiting"
  readonly #circumstances: Circumstances
  #subject: Subject
  #isChange = true
  constructor(circumstances: Circumstances, subject: Subject) {
    this.#circumstances = circumstances
    this.#subject = subject
  }

  /** Whether the next write stores it, unless that is part of a transaction that holds it. */
  get isWaiting(): boolean {
    return this.#state === "waiting"
  }

  /** Called by a transaction that stores the entry at its end. Returns what begins its body, which may run again. */
  hold(): () => void {
    this.#state = "held"
    const subject = this.#subject
    return () => {
      this.#subject = subject
      this.#isChange = true
    }
  }

  /** Called at the end of a transaction, or of a single write. What the change writes after its entry is stored is no part of it. */
  release(isStored: boolean): void {
    this.#state = isStored ? "stored" : "waiting"
  }

  /** Says more exactly what the change is about. Fields are added. */
  about({ fields, ...known }: Partial<Subject>): void {
    this.aboutOnly({ ...known, fields: { ...this.#subject.fields, ...fields } })
  }

  /** The same, with these fields and no others. */
  aboutOnly(known: Partial<Subject> & Pick<Subject, "fields">): void {
    this.#subject = { ...this.#subject, ...known }
  }

  /** Says that nothing of the account changes after all. */
  retract(): void {
    this.#isChange = false
  }

  /** The entry to store; null if there is none. */
  take(): UnsealedEntry | null {
    if (!this.#isChange) return null
    const { action, actor_hash, actor_kind, actor_user_id, address, created_at, request_id } = this.#circumstances
    const { fields, object, organization_id } = this.#subject
    const { changes, secrets } = changedFields(fields)
    // Field by field: copies by spread take as long as the hash of the entry.
    return {
      organization_id,
      created_at,
      actor_kind,
      actor_hash,
      actor_user_id,
      action,
      object,
      changes,
      secrets,
      request_id,
      address
    }
  }
}

/**
 * The entry of the change that the fiber makes, or null. A forked fiber makes no part of the change: storage that runs the body of a
 * transaction in a fiber of its own sets it there.
 */
export const pendingEntry = FiberRef.unsafeMake<PendingEntry | null>(null, { fork: () => null, join: (own) => own })

const tell = (say: (entry: PendingEntry) => void): Effect.Effect<void> =>
  Effect.withFiberRuntime((fiber) => {
    const entry = fiber.getFiberRef(pendingEntry)
    if (entry !== null) say(entry)
    return Effect.void
  })

/**
 * Says what the change is about, if its arguments do not: something new, something that was named in another way, or fields beside those of
 * the arguments.
 */
export const about = (known: Partial<Subject>): Effect.Effect<void> => tell((entry) => entry.about(known))

/** The same without the fields of the arguments, for those that hold secrets or their hashes. */
export const aboutOnly = (known: Partial<Subject> & Pick<Subject, "fields">): Effect.Effect<void> =>
  tell((entry) => entry.aboutOnly(known))

/** Says that the transaction changes nothing, or nothing of the account. */
export const unchanged: Effect.Effect<void> = tell((entry) => entry.retract())

/** Runs an act that is no part of the change: it does not store the entry. */
export const aside = <A, E, R>(act: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.locally(act, pendingEntry, null)
