import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import { type Account, account } from "./Account.js"
import { type CallOptions, inPlainValues, type Run } from "./Door.js"
import { GateClosed } from "./GateClosed.js"
import type { KeyHolder } from "./keys.js"
import { localDoor } from "./LocalDoor.js"
import { onAbort } from "./onAbort.js"
import { type OpenOptions, type OpenRuntime, openRuntime } from "./openRuntime.js"
import type { CreatedOrganization, NewOrganization } from "./organization.js"
import { type Organizations, organizations } from "./organizations.js"
import { settle } from "./settle.js"

/** An open store of accounts. Close it when the process ends, or declare it with `await using`. */
export class Tollgate {
  /** The organizations themselves, for a host that sets up its own. */
  readonly organizations: Organizations
  readonly #open: OpenRuntime
  #closing: Promise<void> | undefined
  readonly #underWay = new Set<Fiber.RuntimeFiber<unknown, unknown>>()

  private constructor(open: OpenRuntime) {
    this.#open = open
    this.organizations = organizations(this.#run)
  }

  /**
   * Opens a database file, a PostgreSQL database, or an account in memory that ends with the gate. Rejects with
   * `DatabaseRefused`, `PostgresRefused` or `MasterKeyRefused`, which say what is wrong and what to do, and with a
   * `TypeError` unless the options name exactly one of `file`, `postgres` and `memory: true`.
   */
  static async open(options: OpenOptions): Promise<Tollgate> {
    return new Tollgate(await openRuntime(options))
  }

  /**
   * Creates an organization with its default workspace and first management key. `key` is shown here and never again.
   * Rejects with `InvalidInput` or `StorageFailure`.
   */
  createOrganization(input: NewOrganization, options?: CallOptions): Promise<CreatedOrganization> {
    return this.#run(
      inPlainValues(Core.NewOrganization, input, Core.createOrganization, Core.CreatedOrganization),
      options
    )
  }

  /**
   * Says who presents this key, and the key with its limit and what that leaves: all that a gateway asks before it forwards a
   * request, in one look-up. Rejects with `InvalidCredential`, where it is unknown, malformed, disabled or expired, or with
   * `StorageFailure`, which says nothing of the key.
   */
  authenticate(secret: string, options?: CallOptions): Promise<KeyHolder> {
    const holder = Core.whoIs(Redacted.make(String(secret)))
    return this.#run(
      Effect.flatMap(holder, (holder) => Core.Codec.encode(Core.KeyHolder, holder)),
      options
    )
  }

  /** Acts as whoever presents this key. The key is looked up with every call, so that disabling it acts at once. */
  withKey(secret: string): Account {
    return account(localDoor(Core.authenticate(Redacted.make(String(secret))), this.#run))
  }

  /**
   * Acts as the organization itself, without a key: for a host that trusts its own code. Every call rejects with
   * `OrganizationNotFound` where there is none of this id.
   */
  asOrganization(organizationId: string): Account {
    return account(localDoor(Core.hostCaller(organizationId), this.#run))
  }

  /** Finishes what is under way and closes the database. Calls made later reject with `GateClosed`. */
  close(): Promise<void> {
    this.#closing ??= Effect.runPromise(Fiber.awaitAll(this.#underWay)).then(this.#open.dispose)
    return this.#closing
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  // Who awaits a call awaits this function, with nothing in between that waits too: so a rejection's stack leads there.
  readonly #run: Run<Core.Services> = async (effect, { signal } = {}) => {
    if (this.#closing !== undefined) throw new GateClosed()
    signal?.throwIfAborted()
    const fiber = Runtime.runFork(this.#open.runtime, effect)
    const exit = fiber.unsafePoll() ?? (await this.#end(fiber, signal))
    return settle(exit, signal)
  }

  #end<A, E>(fiber: Fiber.RuntimeFiber<A, E>, signal: AbortSignal | undefined): Promise<Exit.Exit<A, E>> {
    this.#underWay.add(fiber)
    const forget = signal && onAbort(signal, () => fiber.unsafeInterruptAsFork(fiber.id()))
    return new Promise((resolve) => {
      fiber.addObserver((exit) => {
        this.#underWay.delete(fiber)
        forget?.()
        resolve(exit)
      })
    })
  }
}
