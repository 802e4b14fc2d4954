import type { ApiKey, CallOptions, Keys } from "@tollgate/client"
import { type Made, TransportAccount } from "@tollgate/client/internal"
import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import type { Usage } from "#models"
import { manage, principalCallers } from "./actAs.js"
import { type BoundAccount, type BoundLedger, boundRuns } from "./BoundRun.js"
import type { CurrentRun } from "./CurrentRun.js"
import { type Credentials, credentials } from "./credentials.js"
import { type GateCalls, type HostSpending, hostSpending } from "./HostSpending.js"
import { inPlainValues } from "./inPlainValues.js"
import { type LocalTransport, localTransport } from "./localTransport.js"

/** API keys, with a method that only the host has: no endpoint records usage. Amounts are in USD. */
export interface HostKeys extends Keys {
  /**
   * Adds spending to an API key's usage, after a request. Usage is recorded even if the limit is exceeded:
   * `limit_remaining` is negative then.
   *
   * Record spending through a credential from `credentials.forProvider` as `byok_usage`. It counts toward the limit only if the
   * key has `include_byok_in_limit`.
   *
   * @throws {CostTooLarge} if a counter has no room for the usage. Nothing is recorded then.
   * @throws {InvalidInput} if `usage` is invalid; its `issues` name each field.
   * @throws {KeyNotFound} if the organization has no API key with this hash.
   * @example
   * const { limit_remaining } = await host.keys.recordUsage(hash, { usage: 1.25 })
   */
  recordUsage(hash: string, usage: Usage, options?: CallOptions): Promise<ApiKey>
}

/** Every operation of an organization for its host, in process, and the methods that only a host has. */
export interface HostAccount extends BoundAccount {
  readonly keys: HostKeys
  readonly credentials: Credentials
  /** Holds of the API keys of the organization. */
  readonly spending: HostSpending & BoundLedger
}

const hostKeys = (transport: LocalTransport, keys: Keys): HostKeys => ({
  ...keys,
  recordUsage: (hash, usage, options) =>
    transport.perform(
      inPlainValues(Core.UsageInput, usage, (usage) => manage(Core.recordUsage(hash, usage)), Core.ApiKey),
      options
    )
})

/** The operations of an organization's host. A resource is made on its first use. */
class LocalHostAccount extends TransportAccount implements HostAccount {
  private readonly local: LocalTransport
  private readonly current: CurrentRun
  private readonly makeCredentials: () => Credentials
  private readonly makeSpending: () => HostSpending
  private readonly madeForHost: Made<Pick<HostAccount, "credentials" | "keys" | "spending">> = {}

  constructor(
    transport: LocalTransport,
    makeCredentials: () => Credentials,
    makeSpending: () => HostSpending,
    current: CurrentRun
  ) {
    super(transport)
    this.local = transport
    this.current = current
    this.makeCredentials = makeCredentials
    this.makeSpending = makeSpending
  }

  override get keys(): HostKeys {
    this.madeForHost.keys ??= hostKeys(this.local, super.keys)
    return this.madeForHost.keys
  }

  override get spending(): HostSpending & BoundLedger {
    const { correct, reconcile, runs } = super.spending
    this.madeForHost.spending ??= { ...this.makeSpending(), correct, reconcile, runs: boundRuns(runs, this.current) }
    return this.madeForHost.spending
  }

  get credentials(): Credentials {
    this.madeForHost.credentials ??= this.makeCredentials()
    return this.madeForHost.credentials
  }
}

/** The account of an organization for its host. Every call looks the organization up. */
export const hostAccount = (organizationId: string, gate: GateCalls): HostAccount => {
  const { run } = gate.calls
  const host = Core.hostCaller(organizationId)
  return new LocalHostAccount(
    localTransport(Effect.map(host, principalCallers), run),
    () => credentials(host, run),
    () => hostSpending(host, gate),
    gate.current
  )
}
