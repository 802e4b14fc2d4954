import { type Account, type CallOptions, type ConnectOptions, RemoteTollgate } from "@tollgate/client"
import { account, CallScope, inPlainValues } from "@tollgate/client/internal"
import * as Core from "@tollgate/core"
import { type NodeHandler, nodeHandler, type WebHandler, webHandler } from "@tollgate/http"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { credentials } from "./credentials.js"
import { type HostAccount, hostAccount } from "./HostAccount.js"
import type { KeyHolder } from "./KeyHolder.js"
import { localTransport } from "./localTransport.js"
import { type MountOptions, mounted } from "./mounted.js"
import { type OpenOptions, type OpenRuntime, openRuntime } from "./openRuntime.js"
import { type CreatedOrganization, type NewOrganization, type Organizations, organizations } from "./organizations.js"

/** An open store of accounts. Close it when the process ends, or declare it with `await using`. */
export class Tollgate {
  /** The organizations themselves, for a host that sets up its own. */
  readonly organizations: Organizations
  readonly #calls: CallScope<Core.Services>

  private constructor({ dispose, runtime }: OpenRuntime) {
    this.#calls = new CallScope(runtime, dispose)
    this.organizations = organizations(this.#calls.run)
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
   * Takes the address of a server in place of a store: `withKey` gives the same account, by HTTP. What only a host may do, a
   * server lets nobody do. Throws a `TypeError` where the options are none.
   */
  static connect(options: ConnectOptions): RemoteTollgate {
    return RemoteTollgate.connect(options)
  }

  /**
   * Creates an organization with its default workspace and first management key. `key` is shown here and never again.
   * Rejects with `InvalidInput` or `StorageFailure`.
   */
  createOrganization(input: NewOrganization, options?: CallOptions): Promise<CreatedOrganization> {
    return this.#calls.run(
      inPlainValues(Core.NewOrganization, input, Core.createOrganization, Core.CreatedOrganization),
      options
    )
  }

  /**
   * Says who presents this key, and the key with its limit and what that leaves: all that a gateway asks before it forwards a
   * request, in one look-up. `secret` is the key alone, without `Bearer `. Rejects with `InvalidCredential`, where it is unknown, malformed, disabled or expired, or with
   * `StorageFailure`, which says nothing of the key.
   */
  authenticate(secret: string, options?: CallOptions): Promise<KeyHolder> {
    const holder = Core.identifyKey(Redacted.make(String(secret)))
    return this.#calls.run(
      Effect.flatMap(holder, (holder) => Core.Codec.encode(Core.KeyHolder, holder)),
      options
    )
  }

  /** Acts as whoever presents this key. The key is looked up with every call, so that disabling it acts at once. */
  withKey(secret: string): Account {
    return account(localTransport(Core.authenticate(Redacted.make(String(secret))), this.#calls.run))
  }

  /**
   * Acts as the organization itself, without a key: for a host that trusts its own code. Every call rejects with
   * `OrganizationNotFound` where there is none of this id.
   */
  asOrganization(organizationId: string): HostAccount {
    const host = Core.hostCaller(organizationId)
    const { run } = this.#calls
    return hostAccount(localTransport(host, run), credentials(host, run))
  }

  /**
   * The HTTP API over these accounts, as a function from `Request` to `Promise<Response>`: for Hono, a Next.js route, Bun, Deno
   * and any other server that speaks them.
   */
  webHandler(options: MountOptions = {}): WebHandler {
    return mounted(this.#calls, webHandler, options)
  }

  /** The HTTP API over these accounts, as a function of Node's `request` and `response`: for `node:http` and Express. */
  nodeHandler(options: MountOptions = {}): NodeHandler {
    return mounted(this.#calls, nodeHandler, options)
  }

  /** Finishes what is under way and closes the database. Calls made later reject with `GateClosed`. */
  close(): Promise<void> {
    return this.#calls.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
