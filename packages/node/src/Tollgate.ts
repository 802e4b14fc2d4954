import {
  ApiKey,
  authenticate,
  Caller,
  createOrganization,
  hostCaller,
  NewOrganization,
  Organization,
  type Services,
  Workspace
} from "@tollgate/core"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type Account, account } from "./Account.js"
import { type OpenOptions, openRuntime } from "./openRuntime.js"
import { type CallOptions, GateClosed, type Run, read, toPromise } from "./Run.js"

const Created = Schema.Struct({
  organization: Organization,
  workspace: Workspace,
  data: ApiKey,
  key: Schema.Redacted(Schema.String)
})

const readOrganization = read(NewOrganization)

type Who = Effect.Effect<Context.Tag.Service<Caller>, unknown, Services>

/** An open store of accounts. Close it when the process ends, or declare it with `await using`. */
export class Tollgate {
  readonly #runtime: ManagedRuntime.ManagedRuntime<Services, never>
  #closing: Promise<void> | undefined

  private constructor(runtime: ManagedRuntime.ManagedRuntime<Services, never>) {
    this.#runtime = runtime
  }

  /** Opens a database file, or an account in memory that ends with the gate. Rejects with what is wrong with the file. */
  static async open(options: OpenOptions): Promise<Tollgate> {
    return new Tollgate(await openRuntime(options))
  }

  /** Creates an organization with its default workspace and first management key. `key` is shown here and never again. */
  createOrganization(input: typeof NewOrganization.Encoded, options?: CallOptions) {
    const created = Effect.flatMap(readOrganization(input), createOrganization)
    return this.#run(Effect.flatMap(created, Schema.encode(Created)), options)
  }

  /** Acts as whoever presents this key. The key is looked up with every call, so that disabling it acts at once. */
  withKey(secret: string): Account {
    return account(this.#as(authenticate(Redacted.make(String(secret)))))
  }

  /** Acts as the organization itself, without a key: for a host that trusts its own code. */
  asOrganization(organizationId: string): Account {
    return account(this.#as(hostCaller(organizationId)))
  }

  /** Finishes what is under way and closes the database. Calls made later reject with `GateClosed`. */
  close(): Promise<void> {
    this.#closing ??= this.#runtime.dispose()
    return this.#closing
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #as(who: Who): Run {
    return (program, output, options) => {
      const encode = Schema.encode(output)
      const answer = Effect.flatMap(Effect.provideServiceEffect(program, Caller, who), encode)
      return this.#run(answer, options)
    }
  }

  #run<A, E>(program: Effect.Effect<A, E, Services>, options?: CallOptions): Promise<A> {
    if (this.#closing !== undefined) return Promise.reject(new GateClosed())
    return toPromise(this.#runtime, program, options)
  }
}
