import * as Core from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import { PendingEntry, pendingEntry } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { identity } from "effect/Function"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import type { Round } from "../harness/alternate.js"
import { type Account, plainKey, type Supplies, takeFrom, VERIFIER } from "./Account.js"
import { changeOf, insist } from "./changes.js"

/** The programs of core on a storage, in rounds of this many concurrent callers, each with its own keys. */
export interface Programs {
  readonly authenticate: (callers: number) => Round
  readonly getKey: (callers: number) => Round
  readonly updateKey: (callers: number) => Round
  /** The same with its audit entry, which no other round here has. */
  readonly updateKeyAudited: (callers: number) => Round
  /** The audited change with an idempotency key of its own. */
  readonly updateKeyOnce: (callers: number) => Round
  /** A change that was made before under the same idempotency key, so that its answer is given again. */
  readonly updateKeyAgain: (callers: number) => Round
  readonly createKey: (callers: number) => Round
  /** Exchanges an authorization code. */
  readonly exchange: (callers: number) => Round
  /** Assigns a group of members to the one guardrail and then to the other. */
  readonly assign: (callers: number) => Round
  /** The two programs of a call, each run by itself: authentication, then a change. */
  readonly both: Round
  readonly close: () => Promise<void>
}

type Act = (n: number) => Effect.Effect<unknown, unknown, Core.Services | Core.ManagementCaller>

const write = (key: Core.UpdatedApiKey) => JSON.stringify(Either.getOrThrow(Codec.encode(Core.UpdatedApiKey, key)))

const stored = () => {
  const entry = new PendingEntry(
    {
      created_at: 0,
      actor_kind: "host",
      actor_hash: null,
      actor_user_id: null,
      action: "",
      request_id: null,
      address: null
    },
    { organization_id: "", object: null, fields: {} }
  )
  entry.release(true)
  return entry
}

/** Runs a program as part of a change whose entry is stored already: it leaves none of its own. What is written by hand has none, either. */
const unaudited = Effect.locally(pendingEntry, stored())

const noSupplies: Supplies = { guardrails: ["", ""], groups: [[]], codes: [] }

export const openPrograms = async <E>(
  storage: Layer.Layer<Core.Services, E>,
  { keys }: Account,
  supplies: Supplies = noSupplies
): Promise<Programs> => {
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
  let named = 0
  const once = (key: string, hash: string, change: Core.ApiKeyPatch) =>
    Core.answerOnce(
      {
        sender: Core.ManagementCaller,
        key: Core.IdempotencyKey.make(key),
        operation: "updateKey",
        path: [hash],
        body: change.name ?? "",
        showsSecret: false,
        write
      },
      Core.updateKey(hash, change)
    )
  const updateKeyOnce: Act = (n) =>
    Effect.map(once(`once-${++named}`, keyOf(n).hash, changeOf(n)), ({ isReplayed }) => insist(!isReplayed))
  await runtime.runPromise(managing(once("again", first.hash, changeOf(0))))
  const updateKeyAgain: Act = () =>
    Effect.map(once("again", first.hash, changeOf(0)), ({ isReplayed }) => insist(isReplayed))
  const getKey: Act = (n) => {
    const { hash } = keyOf(n)
    return Effect.map(Core.getKey(hash), (key) => insist(key.hash === hash))
  }
  const createKey: Act = () => Effect.map(Core.createKey(plainKey), ({ data }) => insist(data.name === plainKey.name))
  const { assignmentOf, nextCode } = takeFrom(supplies)
  const verifier = Redacted.make(VERIFIER)
  const exchange: Act = () =>
    Effect.suspend(() => Core.exchangeCode({ code: Redacted.make(nextCode()), code_verifier: verifier }))
  const assign: Act = () =>
    Effect.suspend(() => {
      const { guardrail, users } = assignmentOf()
      return Effect.map(Core.assignMembers(guardrail, { member_user_ids: users }), ({ assigned_count }) =>
        insist(assigned_count === users.length)
      )
    })
  const both: Round = async (acts) => {
    for (let n = 0; n < acts; n++) {
      await runtime.runPromise(Effect.provideServiceEffect(updateKey(n), Core.ManagementCaller, manager))
    }
  }
  const inTurn = Effect.fnUntraced(function* (act: Act, from: number, acts: number, step: number) {
    for (let n = from; n < acts; n += step) yield* act(n)
  })
  type Part = Effect.Effect<void, unknown, Core.Services | Core.ManagementCaller>
  const by = (around: (part: Part) => Part) => (act: Act) => (callers: number) => (acts: number) =>
    Effect.forEach(Array.from({ length: callers }).keys(), (from) => around(inTurn(act, from, acts, callers)), {
      concurrency: "unbounded",
      discard: true
    }).pipe(managing, runtime.runPromise)
  const audited = by(identity)
  // Once around the acts of a caller: around each act, it would be measured with it.
  const rounds = by(unaudited)

  return {
    authenticate: rounds(authenticate),
    getKey: rounds(getKey),
    updateKey: rounds(updateKey),
    updateKeyAudited: audited(updateKey),
    updateKeyOnce: audited(updateKeyOnce),
    updateKeyAgain: audited(updateKeyAgain),
    createKey: rounds(createKey),
    exchange: rounds(exchange),
    assign: rounds(assign),
    both,
    close: () => runtime.dispose()
  }
}
