import {
  acquireHold,
  GatewayCaller,
  getHold,
  type HoldOptions,
  LastOutputs,
  LedgerCaller,
  NewHold,
  OutputSizes,
  updateKey
} from "@tollgate/core"
import { aKeyPatch } from "@tollgate/testing"
import { Effect, Redacted, Schema } from "effect"
import { asHost, openSpender } from "./spender.js"

const decode = Schema.decodeSync(NewHold)

type Input = Partial<Omit<typeof NewHold.Encoded, "key" | "dry_run">>

const provided = <A, E, R>(effect: Effect.Effect<A, E, R>, outputs: LastOutputs) =>
  effect.pipe(
    Effect.provideService(GatewayCaller, asHost),
    Effect.provideService(LedgerCaller, asHost),
    Effect.provideService(OutputSizes, outputs)
  )

/** An account whose ordinary key has a limit, and how to acquire a hold of $1 for it and read it afterwards. */
export const openBound = (limit: number) =>
  Effect.gen(function* () {
    const spender = yield* openSpender
    yield* spender.asManager(updateKey(spender.ordinaryHash, aKeyPatch({ limit })))
    const outputs = new LastOutputs()
    const key = Redacted.value(spender.ordinaryKey)
    const input = (some: Input = {}) => decode({ amount: 1, models: ["acme/writer"], ...some, key })
    return {
      ...spender,
      outputs,
      /** The input of a hold of $1. */
      input,
      /** Provides what acts on holds require. */
      provided: <A, E, R>(effect: Effect.Effect<A, E, R>) => provided(effect, outputs),
      acquire: (options: HoldOptions = {}, some: Input = {}) => provided(acquireHold(input(some), options), outputs),
      read: (id: string) => Effect.map(provided(getHold(id), outputs), ({ data }) => data)
    }
  })
