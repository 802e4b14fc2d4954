import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import type { Round } from "../harness/alternate.js"
import type { Account } from "./Account.js"
import { changeOf, insist } from "./changes.js"

/** The programs of core on a storage, in rounds of this many concurrent callers, each with its own keys. */
export interface Programs {
  readonly authenticate: (callers: number) => Round
  readonly updateKey: (callers: number) => Round
  /** The two programs of a call, each run by itself: authentication, then a change. */
  readonly both: Round
  /** One change, run by itself as for a request. */
  readonly updateOnce: (n: number) => Promise<void>
  readonly close: () => Promise<void>
}

type Act = (n: number) => Effect.Effect<void, unknown, Core.Services | Core.ManagementCaller>

export const openPrograms = async <E>(storage: Layer.Layer<Core.Services, E>, { keys }: Account): Promise<Programs> => {
  const runtime = ManagedRuntime.make(storage)
  const known = keys.map(({ hash, secret }) => ({ hash, secret: Redacted.make(secret) }))
  const [first] = known
  if (first === undefined) throw new Error("The account has no key")
  const keyOf = (n: number) => known[n % known.length] ?? first
  const manager = Effect.flatMap(Core.authenticate(first.secret), Core.requireManagement)
  const caller = await runtime.runPromise(manager)
  const managing = Effect.provideService(Core.ManagementCaller, caller)

  const authenticate: Act = (n) => {
    const { hash, secret } = keyOf(n)
    return Effect.map(Core.authenticate(secret), ({ keyHash }) => insist(keyHash === hash))
  }
  const updateKey: Act = (n) => {
    const change = changeOf(n)
    return Effect.map(Core.updateKey(keyOf(n).hash, change), ({ limit, name }) =>
      insist(name === change.name && limit === change.limit)
    )
  }
  const both: Round = async (acts) => {
    for (let n = 0; n < acts; n++) {
      await runtime.runPromise(Effect.provideServiceEffect(updateKey(n), Core.ManagementCaller, manager))
    }
  }
  const inTurn = Effect.fnUntraced(function* (act: Act, from: number, acts: number, step: number) {
    for (let n = from; n < acts; n += step) yield* act(n)
  })
  const rounds = (act: Act) => (callers: number) => (acts: number) =>
    Effect.forEach(Array.from({ length: callers }).keys(), (from) => inTurn(act, from, acts, callers), {
      concurrency: "unbounded",
      discard: true
    }).pipe(managing, runtime.runPromise)

  return {
    authenticate: rounds(authenticate),
    updateKey: rounds(updateKey),
    both,
    updateOnce: (n) => runtime.runPromise(managing(updateKey(n))),
    close: () => runtime.dispose()
  }
}
