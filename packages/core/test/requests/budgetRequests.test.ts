import { describe, expect } from "@effect/vitest"
import {
  approveBudgetRequest,
  BudgetNotFound,
  type BudgetRequestApproval,
  BudgetRequestDecided,
  BudgetRequestNotFound,
  createBudgetRequest,
  deleteKey,
  InvalidCredential,
  InvalidInput,
  LedgerRetention,
  listBoosts,
  listBudgetRequests,
  listOwnBudgetRequests,
  Memory,
  MoreRefused,
  pruneLedger,
  refuseBudgetRequest,
  Usd,
  updateKey
} from "@tollgate/core"
import { aKeyPatch, travelTo } from "@tollgate/testing/accounts"
import { DateTime, Effect } from "effect"
import { slice } from "../../src/spending/store/memoryRows.js"
import { openSpender } from "../spending/support/spender.js"
import { inMemory, openAccount, uuid } from "../support/account.js"

const usd = Usd.fromNumber
const at = DateTime.unsafeMake
/** A Saturday evening. */
const evening = "2026-05-30T23:50:00.000Z"
const midnight = at("2026-05-31T00:00:00Z")
const unknown = "00000000-0000-4000-8000-000000000000"

const page = { limit: 50, offset: 0 }

/** An account whose ordinary key has $2 a day, and what its holder and a manager do. */
const opened = Effect.gen(function* () {
  yield* travelTo(evening)
  const account = yield* openSpender
  const { asManager, asOrdinary, ordinaryHash } = account
  const change = (patch: Parameters<typeof aKeyPatch>[0]) => asManager(updateKey(ordinaryHash, aKeyPatch(patch)))
  yield* change({ limit: 2, limit_reset: "daily" })
  return {
    ...account,
    change,
    ask: (amount = 3, reason = "Another run") => asOrdinary(createBudgetRequest({ usd: usd(amount), reason })),
    own: asOrdinary(listOwnBudgetRequests(page)),
    list: (state?: "open" | "approved" | "refused") =>
      asManager(listBudgetRequests({ ...page, ...(state && { state }) })),
    approve: (id: string, input: BudgetRequestApproval = {}) => asManager(approveBudgetRequest(id, input)),
    refuse: (id: string, reason?: string) => asManager(refuseBudgetRequest(id, { ...(reason && { reason }) })),
    boosts: asManager(listBoosts(page))
  }
})

const open = {
  id: uuid,
  window: "daily",
  usd: usd(3),
  reason: "Another run",
  state: "open",
  created_at: at(evening),
  decided_at: null,
  decision: null,
  approved_usd: null,
  until: null
}

const refused = (reason: MoreRefused["reason"]) => new MoreRefused({ reason })

describe("createBudgetRequest", () => {
  inMemory("asks for more in the window of the key's limit, and shows it to its holder and to managers", () =>
    Effect.gen(function* () {
      const { ask, list, ordinaryHash, own } = yield* opened
      const asked = yield* ask()
      expect(asked).toEqual(open)
      expect(yield* own).toEqual({ data: [asked], total_count: 1 })
      const shown = {
        ...asked,
        key_hash: ordinaryHash,
        key_name: expect.any(String),
        user_id: "Acme-owner",
        decided_by: null,
        boost_id: null
      }
      expect(yield* list()).toEqual({ data: [shown], total_count: 1 })
      expect(yield* list("open")).toEqual({ data: [shown], total_count: 1 })
      expect(yield* list("approved")).toEqual({ data: [], total_count: 0 })
    })
  )

  inMemory("is told as an alert, in the same act", () =>
    Effect.gen(function* () {
      const { ask, hold, ordinaryHash, ordinaryKey } = yield* opened
      yield* hold(ordinaryKey, { amount: 1.5 })
      const { id } = yield* ask(3, "Why not")
      yield* Effect.flip(ask())
      const state = yield* Effect.flatMap(Memory.MemoryState, ({ snapshot }) => snapshot)
      const alerts = [...slice.read(state).tables.alerts.values()].filter(({ kind }) => kind === "request")
      expect(alerts).toMatchObject([
        {
          at: at(evening).epochMillis,
          ref: { kind: "key", subject: ordinaryHash },
          window: "daily",
          threshold: null,
          limit: usd(2),
          spent: 0n,
          held: usd(1.5),
          unknown: 0n,
          resets_at: midnight.epochMillis,
          request: { id, usd: usd(3), reason: "Why not" }
        }
      ])
    })
  )

  inMemory("is refused without a limit, with one of 0, and to a management key and the host", () =>
    Effect.gen(function* () {
      const { ask, asHost, asManager, change, own } = yield* opened
      yield* change({ limit: null })
      expect(yield* Effect.flip(ask())).toEqual(refused("no_limit"))
      yield* change({ limit: 0 })
      expect(yield* Effect.flip(ask())).toEqual(refused("limit_is_zero"))
      const more = createBudgetRequest({ usd: usd(1), reason: "More" })
      expect(yield* Effect.flip(asManager(more))).toEqual(refused("management_key"))
      expect(yield* Effect.flip(Effect.provide(more, asHost))).toEqual(new InvalidCredential())
      expect(yield* Effect.flip(Effect.provide(listOwnBudgetRequests(page), asHost))).toEqual(new InvalidCredential())
      expect(yield* own).toEqual({ data: [], total_count: 0 })
    })
  )

  inMemory("is refused while one is open, and after ten in a UTC day", () =>
    Effect.gen(function* () {
      const { ask, own, refuse } = yield* opened
      for (let n = 1; n <= 10; n++) {
        const { id } = yield* ask(n)
        expect(yield* Effect.flip(ask())).toEqual(refused("request_open"))
        yield* refuse(id)
      }
      expect(yield* Effect.flip(ask())).toEqual(refused("requests_spent"))
      yield* travelTo("2026-05-31T00:00:00.000Z")
      yield* ask(11)
      const { data, total_count } = yield* own
      expect([data[0]?.usd, total_count]).toEqual([usd(11), 11])
    })
  )

  inMemory("is made once, however many ask at once", () =>
    Effect.gen(function* () {
      const { ask, own } = yield* opened
      const asked = yield* Effect.all(
        Array.from({ length: 64 }, () => Effect.either(ask())),
        { concurrency: "unbounded" }
      )
      expect(asked.filter(({ _tag }) => _tag === "Right")).toHaveLength(1)
      expect((yield* own).total_count).toBe(1)
    })
  )
})

describe("approveBudgetRequest", () => {
  inMemory("adds what is asked for until the end of the window, and says so", () =>
    Effect.gen(function* () {
      const { approve, ask, boosts, hold, list, ordinaryHash, ordinaryKey, own } = yield* opened
      const { id } = yield* ask()
      const approved = yield* approve(id)
      const decided = { state: "approved", decided_at: at(evening), decision: null }
      const granted = { approved_usd: usd(3), until: midnight }
      expect(approved).toMatchObject({ id, ...decided, ...granted, decided_by: expect.any(String), boost_id: uuid })
      expect((yield* list("approved")).data).toEqual([approved])
      expect((yield* own).data).toEqual([{ ...open, id, ...decided, ...granted }])
      expect((yield* boosts).data).toMatchObject([
        { id: approved.boost_id, scope: "key", scope_id: ordinaryHash, usd: usd(3), until: midnight, request_id: id }
      ])
      expect((yield* hold(ordinaryKey, { amount: 5 })).budgets).toMatchObject([{ limit: usd(2), boost: usd(3) }])
    })
  )

  inMemory("takes another amount, another end and a reason", () =>
    Effect.gen(function* () {
      const { approve, ask, boosts } = yield* opened
      const until = at("2026-05-30T23:55:00Z")
      const { id } = yield* ask()
      const late = { until: at("2026-05-31T00:00:01Z") }
      expect(yield* Effect.flip(approve(id, late))).toBeInstanceOf(InvalidInput)
      expect(yield* approve(id, { usd: usd(1), until, reason: "A little" })).toMatchObject({
        usd: usd(3),
        approved_usd: usd(1),
        until,
        decision: "A little"
      })
      expect((yield* boosts).data).toMatchObject([{ usd: usd(1), until, reason: "A little" }])
    })
  )

  inMemory("lasts 24 hours for a limit without a window", () =>
    Effect.gen(function* () {
      const { approve, ask, change } = yield* opened
      yield* change({ limit_reset: null })
      const { id, window } = yield* ask()
      expect(window).toBe("lifetime")
      expect(yield* approve(id)).toMatchObject({ until: at("2026-05-31T23:50:00Z") })
    })
  )

  inMemory("is refused for a key that was deleted or disabled or has expired, or has another limit", () =>
    Effect.gen(function* () {
      const { approve, ask, asManager, boosts, change, list, ordinaryHash, refuse } = yield* opened
      const { id } = yield* ask()
      yield* change({ disabled: true })
      expect(yield* Effect.flip(approve(id))).toEqual(refused("key_disabled"))
      yield* change({ disabled: false, expires_at: "2026-05-30T23:55:00Z" })
      yield* travelTo("2026-05-30T23:55:00.000Z")
      expect(yield* Effect.flip(approve(id))).toEqual(refused("key_expired"))
      yield* change({ expires_at: null, limit_reset: "weekly" })
      expect(yield* Effect.flip(approve(id))).toEqual(new BudgetNotFound({ interval: "daily" }))
      yield* asManager(deleteKey(ordinaryHash))
      expect(yield* Effect.flip(approve(id))).toEqual(refused("key_deleted"))
      expect((yield* boosts).total_count).toBe(0)
      expect((yield* list()).data).toMatchObject([{ id, key_name: null, state: "open" }])
      expect(yield* refuse(id)).toMatchObject({ state: "refused" })
    })
  )
})

describe("A decision", () => {
  inMemory("is made once, and a second one says what was decided", () =>
    Effect.gen(function* () {
      const { approve, ask, boosts, refuse } = yield* opened
      const decided = (decided: "approved" | "refused") =>
        new BudgetRequestDecided({ decided, decided_at: at(evening) })
      const first = yield* ask()
      yield* approve(first.id)
      expect(yield* Effect.flip(approve(first.id))).toEqual(decided("approved"))
      expect(yield* Effect.flip(refuse(first.id.toUpperCase()))).toEqual(decided("approved"))
      const second = yield* ask()
      expect(yield* refuse(second.id, "Not today")).toMatchObject({
        state: "refused",
        decided_at: at(evening),
        decision: "Not today",
        boost_id: null,
        approved_usd: null
      })
      expect(yield* Effect.flip(approve(second.id))).toEqual(decided("refused"))
      expect((yield* boosts).total_count).toBe(1)
    })
  )

  inMemory("is refused for what is not there, and for another account", () =>
    Effect.gen(function* () {
      const { approve, ask, refuse } = yield* opened
      const { id } = yield* ask()
      const { asManager } = yield* openAccount("Other")
      for (const act of [approveBudgetRequest(id, {}), refuseBudgetRequest(id, {})]) {
        expect(yield* Effect.flip(asManager(act))).toEqual(BudgetRequestNotFound.of(id))
      }
      expect(yield* asManager(listBudgetRequests(page))).toEqual({ data: [], total_count: 0 })
      for (const act of [approve, refuse]) {
        expect(yield* Effect.flip(act(unknown))).toEqual(BudgetRequestNotFound.of(unknown))
        expect(yield* Effect.flip(act("x"))).toEqual(BudgetRequestNotFound.of(null))
      }
    })
  )

  inMemory("is deleted with the ledger, and what is open stays", () =>
    Effect.gen(function* () {
      const { ask, list, refuse } = yield* opened
      const { id } = yield* ask()
      yield* refuse(id)
      yield* ask()
      const prune = Effect.provideService(pruneLedger, LedgerRetention, 86_400_000)
      yield* travelTo("2026-05-31T23:50:00.000Z")
      yield* prune
      expect((yield* list()).total_count).toBe(2)
      yield* travelTo("2026-06-05T23:50:00.001Z")
      yield* prune
      expect((yield* list()).data).toMatchObject([{ state: "open" }])
    })
  )
})
