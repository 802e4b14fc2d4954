import type { CallOptions, ConnectOptions, GatewayAccount, KeyHolder } from "@tollgate/client"
import { gatewayAccount, TransportAccount } from "@tollgate/client/internal"
import * as Core from "@tollgate/core"
import { identifyKeyPlain } from "@tollgate/core/storage"
import { type NodeHandler, nodeHandler, type WebHandler, webHandler } from "@tollgate/http"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { CreatedOrganization, NewOrganization } from "#models"
import { gatewayCallers, principalCallers } from "./actAs.js"
import { alerts, type GateAlerts } from "./alerts.js"
import { type BoundAccount, type BoundRuns, boundAccount, boundRuns } from "./BoundRun.js"
import { CallScope } from "./CallScope.js"
import { CurrentRun } from "./CurrentRun.js"
import { type GatewayKeys, gatewayKeys } from "./gatewayKeys.js"
import { type HostAccount, hostAccount } from "./HostAccount.js"
import { type GateCalls, type HostSpending, hostSpending } from "./HostSpending.js"
import { hostRuns } from "./hostRuns.js"
import { inPlainValues } from "./inPlainValues.js"
import { type KeyImports, keyImports } from "./keyImports.js"
import { localTransport } from "./localTransport.js"
import { metricsPage } from "./metricsPage.js"
import { type MountOptions, mounted } from "./mounted.js"
import { type OpenOptions, type OpenRuntime, openRuntime } from "./openRuntime.js"
import { type Organizations, organizations } from "./organizations.js"
import type { Pruned } from "./Pruned.js"
import { type PriceBook, prices } from "./prices.js"
import { RemoteGate } from "./RemoteGate.js"
import { Renewals } from "./Renewals.js"

/**
 * An open store of accounts. Call `close` when the process ends, or declare it with `await using`.
 *
 * @example
 * import { Tollgate } from "@tollgate/node"
 *
 * await using gate = await Tollgate.open({ file: "./tollgate.db" })
 * const { organization } = await gate.organizations.findOrCreate({ name: "Acme", owner_user_id: "ada" })
 * const { data, key } = await gate.asOrganization(organization.id).keys.create({ name: "Docs assistant", limit: 5 })
 */
export class Tollgate {
  /** The organizations of this store. */
  readonly organizations: Organizations
  /** The gateway keys of this store, for gateways in other processes. */
  readonly gatewayKeys: GatewayKeys
  /** Imports keys of another service. `asOrganization(id).keys` has the keys of an organization. */
  readonly keys: KeyImports
  /**
   * Holds of the API keys of all organizations, and their runs, of which each method takes the `organization_id`. `asOrganization(id).spending` has
   * those of one.
   */
  readonly spending: HostSpending & { readonly runs: BoundRuns }
  /** Alerts about the budgets of all organizations. `asOrganization(id).alerts` lists that of one. */
  readonly alerts: GateAlerts
  /** The prices of models, for all organizations. */
  readonly prices: PriceBook
  readonly #calls: CallScope<Core.Services>
  readonly #gate: GateCalls
  readonly #endAlerts: () => void

  private constructor({ dispose, runtime }: OpenRuntime) {
    this.#calls = new CallScope(runtime, dispose)
    this.#gate = { calls: this.#calls, current: new CurrentRun(), renewals: new Renewals() }
    this.organizations = organizations(this.#calls.run)
    this.gatewayKeys = gatewayKeys(this.#calls.run)
    this.keys = keyImports(this.#calls.run)
    const runs = boundRuns(hostRuns(this.#gate), this.#gate.current)
    this.spending = { ...hostSpending({ organizationId: null }, this.#gate), runs }
    this.prices = prices(this.#calls.run)
    const told = alerts(this.#calls)
    this.alerts = told.alerts
    this.#endAlerts = told.close
  }

  /**
   * Opens an SQLite file, a PostgreSQL database, or accounts in memory that end with `close`.
   *
   * @throws {TypeError} unless the options name exactly one of `file`, `postgres` and `memory: true`.
   * @throws {DatabaseRefused} if the SQLite file cannot be used; `reason` says why.
   * @throws {PostgresRefused} if the PostgreSQL database cannot be used; `reason` says why.
   * @throws {MasterKeyRefused} if the master key is malformed or cannot be read.
   * @example
   * import { Tollgate } from "@tollgate/node"
   *
   * const gate = await Tollgate.open({ file: "./tollgate.db" })
   */
  static async open(options: OpenOptions): Promise<Tollgate> {
    return new Tollgate(await openRuntime(options))
  }

  /**
   * Connects to a Tollgate server over HTTP. `withKey` of the result returns the same account; the methods that only a host has
   * are missing. No request is sent before the first call.
   *
   * @throws {TypeError} if an option is unknown or invalid. The message does not repeat its value.
   * @example
   * import { Tollgate } from "@tollgate/node"
   *
   * const server = Tollgate.connect({ url: "https://tollgate.example" })
   * const { keys } = server.withKey("tg_mk_…")
   */
  static connect(options: ConnectOptions): RemoteGate {
    return RemoteGate.connect(options)
  }

  /**
   * Creates an organization with its default workspace and first management key. The secret `key` is shown only in this result.
   *
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * const { key, organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })
   */
  createOrganization(input: NewOrganization, options?: CallOptions): Promise<CreatedOrganization> {
    return this.#calls.run(
      inPlainValues(Core.NewOrganization, input, Core.createOrganization, Core.CreatedOrganization),
      options
    )
  }

  /**
   * Returns the holder of an API key, and the key with its limit and usage, in one lookup: what a gateway needs before it
   * forwards a request. In an Effect program this is `identifyKey` of `@tollgate/core`.
   *
   * @param secret The key itself, without `Bearer `.
   * @throws {InvalidCredential} if the key is unknown, malformed, disabled or expired. `spending.authorize` refuses the same key with `KeyRefused`,
   * whose `key_state` says which.
   * @throws {StorageFailure} if the storage failed; this says nothing about the key.
   * @example
   * const { key, user_id } = await gate.authenticate("tg_sk_…")
   * const maySpend = key.limit_remaining === null || key.limit_remaining > 0
   */
  authenticate(secret: string, options?: CallOptions): Promise<KeyHolder> {
    return this.#calls.run(identifyKeyPlain(Redacted.make(String(secret))), options)
  }

  /**
   * Returns the account as the holder of this API key. Every call looks the key up, so disabling it takes effect at once. This
   * method does not check it.
   *
   * @param secret The key itself, without `Bearer `.
   * @example
   * const page = await gate.withKey("tg_mk_…").keys.list({ limit: 10 })
   */
  withKey(secret: string): BoundAccount {
    const callers = Effect.map(Core.authenticate(Redacted.make(String(secret))), principalCallers)
    return boundAccount(new TransportAccount(localTransport(callers, this.#calls.run)), this.#gate.current)
  }

  /**
   * Returns the operations of a gateway as the holder of this gateway key. Every call looks the key up, so deleting it takes effect
   * at once. This method does not check it.
   *
   * @param secret The gateway key itself, without `Bearer `.
   * @example
   * const gateway = gate.withGatewayKey("tg_gk_…")
   * const { data } = await gateway.spending.authorize({ key: "tg_sk_…", amount: 0.25, model: "acme/writer" })
   */
  withGatewayKey(secret: string): GatewayAccount {
    const callers = Effect.map(Core.authenticateGateway(Redacted.make(String(secret))), gatewayCallers)
    const account = gatewayAccount(localTransport(callers, this.#calls.run))
    return { ...account, spending: this.#gate.current.within(account.spending) }
  }

  /**
   * Returns the account as the organization itself, without a key, for trusted code of the host. This method does not check the
   * id: each call of the account rejects with `OrganizationNotFound` if there is no such organization.
   *
   * @example
   * const host = gate.asOrganization(organizationId)
   * const { data, key } = await host.keys.create({ name: "Docs assistant", limit: 5 })
   */
  asOrganization(organizationId: string): HostAccount {
    return hostAccount(organizationId, this.#gate)
  }

  /**
   * Returns the HTTP API over these accounts as a function from `Request` to `Promise<Response>`, for Hono, a Next.js route, Bun,
   * Deno and other servers with these types.
   *
   * @throws {TypeError} if an option is unknown or invalid.
   * @example
   * const handle = gate.webHandler({ basePath: "/tollgate" })
   * const response = await handle(new Request("http://localhost/tollgate/healthz"))
   */
  webHandler(options: MountOptions = {}): WebHandler {
    return mounted(this.#calls, webHandler, options)
  }

  /**
   * Returns the HTTP API over these accounts as a function of a Node.js request and response, for `node:http` and Express.
   *
   * @throws {TypeError} if an option is unknown or invalid.
   * @example
   * import { createServer } from "node:http"
   *
   * createServer(gate.nodeHandler()).listen(8787)
   */
  nodeHandler(options: MountOptions = {}): NodeHandler {
    return mounted(this.#calls, nodeHandler, options)
  }

  /**
   * Deletes what is needed no more, and returns how much of each: requests of the ledger that have ended and are older than `retentionDays`,
   * results that were kept for an `idempotencyKey` more than 24 hours ago, and entries of the audit log that are older than
   * `auditRetentionDays`, if that is set. It also deletes alerts that are older than `retentionDays`, and runs 32 days after their latest request, which are
   * not counted, unless they are stopped, or have open holds, an unknown amount, or a run below them. Counters and reports keep what requests have cost. It deletes in
   * short transactions, beside other calls and in any number of processes: call it each hour or day where no `tollgate serve` runs, which
   * does it each hour.
   *
   * @throws {StorageFailure} if the storage failed. What was deleted before stays deleted.
   * @example
   * const { ledger, answers, audit } = await gate.prune()
   */
  prune(options?: CallOptions): Promise<Pruned> {
    return this.#calls.run(Core.prune, options)
  }

  /**
   * Deletes the requests of the ledger that have ended and are older than `retentionDays`, and returns their number. Counters and
   * reports keep what they have cost. Runs are deleted 32 days after their latest request, and names of models, users, labels and instances that no
   * request has any more a day after that was seen. Alerts are kept as long as requests. `prune` does this and more.
   *
   * @throws {StorageFailure} if the storage failed. What was deleted before stays deleted.
   * @example
   * const { deleted } = await gate.pruneLedger()
   */
  pruneLedger(options?: CallOptions): Promise<{ readonly deleted: number }> {
    return this.#calls.run(Core.pruneLedger, options)
  }

  /**
   * Returns the metrics of this store and of the handlers that it mounts, in Prometheus' text format: for a page of the host with the content
   * type `text/plain; version=0.0.4; charset=utf-8`. Stores of one process have metrics of their own. While the storage fails, the
   * gauges of open holds are missing, and `tollgate_storage_up` is 0.
   *
   * @throws {TypeError} if the store was opened without `metrics: true`.
   * @example
   * const page = await gate.metrics()
   */
  metrics(options?: CallOptions): Promise<string> {
    return this.#calls.run(metricsPage, options)
  }

  /**
   * Waits for the calls and requests under way, then closes the database. Later calls reject with `GateClosed`, and so do those that wait for
   * open holds to end (`waitFor`).
   *
   * @example
   * await gate.close()
   */
  close(): Promise<void> {
    this.#gate.renewals.close()
    this.#endAlerts()
    return this.#calls.close()
  }

  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
