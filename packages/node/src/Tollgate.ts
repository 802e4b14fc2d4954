import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type Account, account } from "./Account.js"
import { type CallOptions, type Run, read } from "./Door.js"
import { GateClosed } from "./GateClosed.js"
import { localDoor } from "./LocalDoor.js"
import { type OpenOptions, openRuntime } from "./openRuntime.js"
import type { CreatedOrganization, NewOrganization } from "./organization.js"
import { toPromise } from "./toPromise.js"

/** An open store of accounts. Close it when the process ends, or declare it with `await using`. */
export class Tollgate {
  readonly #runtime: ManagedRuntime.ManagedRuntime<Core.Services, never>
  #closing: Promise<void> | undefined
  readonly #underWay = new Set<Promise<unknown>>()

  private constructor(runtime: ManagedRuntime.ManagedRuntime<Core.Services, never>) {
    this.#runtime = runtime
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
    const created = Effect.flatMap(read(Core.NewOrganization, input), Core.createOrganization)
    return this.#run(Effect.flatMap(created, Schema.encode(Core.CreatedOrganization)), options)
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
    this.#closing ??= Promise.allSettled(this.#underWay).then(() => this.#runtime.dispose())
    return this.#closing
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  readonly #run: Run<Core.Services> = (effect, options) => {
    if (this.#closing !== undefined) return Promise.reject(new GateClosed())
    const answer = toPromise(this.#runtime, effect, options)
    const forget = () => this.#underWay.delete(answer)
    this.#underWay.add(answer)
    answer.then(forget, forget)
    return answer
  }
}
