import { describe, expect, it } from "@effect/vitest"
import {
  addOrganizationMember,
  assignKeys,
  assignMembers,
  createByokCredential,
  createGuardrail,
  createKey,
  createWorkspace,
  deleteGuardrail,
  deleteKey,
  findOrCreateOrganization,
  KeyHash,
  listByokCredentials,
  listKeyAssignments,
  listKeys,
  listMemberAssignments,
  type ManagementCaller,
  type Services,
  UserId,
  updateKey
} from "@tollgate/core"
import { Transaction } from "@tollgate/core/storage"
import {
  aByokCredential,
  aGuardrail,
  aKey,
  anOrganization,
  aWorkspace,
  members,
  TestAccount
} from "@tollgate/testing/accounts"
import { Deferred, Effect, Either, type Layer } from "effect"

const MANY = 8
const page = { limit: 100, offset: 0 }

/** Runs effects at once. The first transaction waits for a second one, so that several are under way together on any machine. */
const raced = <A, E extends { readonly _tag: string }, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.gen(function* () {
    const transaction = yield* Transaction
    const together = yield* Deferred.make<void>()
    let [now, most] = [0, 0]
    const leave = Effect.sync(() => now--)
    const observed = Transaction.of({
      ...transaction,
      run: (effect) =>
        Effect.suspend(() => {
          most = Math.max(most, ++now)
          if (now > 1) Deferred.unsafeDone(together, Effect.void)
          return Effect.ensuring(Effect.zipRight(Deferred.await(together), transaction.run(effect)), leave)
        })
    })
    const outcomes = yield* Effect.all(
      effects.map((effect) => Effect.either(effect)),
      { concurrency: "unbounded" }
    ).pipe(Effect.provideService(Transaction, observed))
    expect(most).toBeGreaterThan(1)
    return outcomes
  })

const tags = (outcomes: ReadonlyArray<Either.Either<unknown, { readonly _tag: string }>>) =>
  outcomes.map((outcome) => (Either.isLeft(outcome) ? outcome.left._tag : "done")).toSorted()

type Context = Effect.Effect.Context<ReturnType<typeof createKey | typeof deleteKey | typeof updateKey>>

/** Runs an effect as the manager of a new account. */
const managing = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(TestAccount.make(), ({ asManager }) => Effect.provide(effect, asManager))

type Act<A> = Effect.Effect<A, { readonly _tag: string }, ManagementCaller | Services>

/** What is assigned to guardrails. */
interface Assignees {
  readonly names: ReadonlyArray<string>
  readonly assign: (id: string, names: ReadonlyArray<string>) => Act<void>
  readonly list: (id: string) => Act<{ readonly assigned: ReadonlyArray<string>; readonly total_count: number }>
}

/** New members of the organization, and how they are assigned to guardrails. */
const someMembers: Act<Assignees> = Effect.gen(function* () {
  const names = Array.from({ length: MANY }, (_, n) => `user-${n}`)
  for (const user of names) yield* addOrganizationMember({ user_id: UserId.make(user), role: "member" })
  const assign = (id: string, some: ReadonlyArray<string>) => Effect.asVoid(assignMembers(id, members(...some)))
  const list = (id: string) =>
    Effect.map(listMemberAssignments(id, { ...page }), ({ data, total_count }) => ({
      assigned: data.map(({ user_id }) => String(user_id)),
      total_count
    }))
  return { names, assign, list }
})

/** New keys, and how they are assigned to guardrails. */
const someKeys: Act<Assignees> = Effect.gen(function* () {
  const created = yield* Effect.replicateEffect(createKey(aKey()), MANY)
  const names: ReadonlyArray<string> = created.map(({ data }) => data.hash).toSorted()
  const assign = (id: string, some: ReadonlyArray<string>) =>
    Effect.asVoid(assignKeys(id, { key_hashes: some.map((hash) => KeyHash.make(hash)) }))
  const list = (id: string) =>
    Effect.map(listKeyAssignments(id, { ...page }), ({ data, total_count }) => ({
      assigned: data.map(({ key_hash }) => String(key_hash)),
      total_count
    }))
  return { names, assign, list }
})

/** Rules over a set of rows hold for transactions that run at once. `rounds` is how often each race runs. */
export const setRaces = (storage: string, stores: Layer.Layer<Services, unknown>, rounds: number) => {
  const race = <E>(name: string, effect: Effect.Effect<void, E, Services>) =>
    it.live(name, () => Effect.provide(Effect.repeatN(effect, rounds - 1), stores))

  describe(`Transactions at once on ${storage}`, () => {
    race(
      "create one organization of one name",
      Effect.gen(function* () {
        const input = anOrganization({ name: crypto.randomUUID() })
        const outcomes = yield* raced(Array.from({ length: MANY }, () => findOrCreateOrganization(input)))
        const found = outcomes.flatMap((one) => (Either.isRight(one) ? [one.right] : []))
        expect(found.length).toBe(MANY)
        expect(new Set(found.map(({ organization }) => organization.id)).size).toBe(1)
        expect(found.filter(({ key }) => key !== null).length).toBe(1)
      })
    )

    race(
      "leave one of the last management keys, however they are deleted, disabled and created",
      managing(
        Effect.gen(function* () {
          const create = Effect.map(createKey(aKey({ management: true })), ({ data }) => data.hash)
          const added = yield* Effect.replicateEffect(create, MANY - 1)
          const { data } = yield* listKeys({ ...page, include_disabled: true })
          const hashes = [...new Set([...data.map(({ hash }) => hash), ...added])]
          const ordinary = hashes.length - MANY
          const take = [
            (hash: string) => Effect.asVoid(deleteKey(hash)),
            (hash: string) => Effect.asVoid(updateKey(hash, { disabled: true }))
          ]
          const outcomes = yield* raced(hashes.map((hash, n) => (take[n % 2] ?? deleteKey)(hash)))
          expect(tags(outcomes)).toEqual([
            "LastManagementKey",
            ...Array.from({ length: MANY - 1 + ordinary }, () => "done")
          ])
          const left = hashes.filter((_, n) => Either.isLeft(outcomes[n] ?? Either.right(null)))
          const replaced = yield* raced<void, { readonly _tag: string }, Context>([
            Effect.asVoid(create),
            ...left.flatMap((hash) => take.map((one) => one(hash)))
          ])
          const management = yield* listKeys({ ...page, include_disabled: false })
          expect(management.data.length).toBeGreaterThan(0)
          expect(tags(replaced).filter((tag) => !/^(done|LastManagementKey|KeyNotFound)$/.test(tag))).toEqual([])
        })
      )
    )

    race(
      "give each new credential of a provider its own place",
      managing(
        Effect.gen(function* () {
          yield* raced(Array.from({ length: MANY }, () => createByokCredential(aByokCredential())))
          const { data } = yield* listByokCredentials({ ...page })
          expect(data.map(({ sort_order }) => sort_order)).toEqual(Array.from({ length: MANY }, (_, n) => n))
        })
      )
    )

    for (const [kind, assignees] of Object.entries({ member: someMembers, key: someKeys })) {
      race(
        `assign each ${kind} to one guardrail of a workspace, and to none that is deleted meanwhile`,
        managing(
          Effect.gen(function* () {
            const { assign, list, names } = yield* assignees
            const [one, other] = [yield* createGuardrail(aGuardrail()), yield* createGuardrail(aGuardrail())]
            const outcomes = yield* raced<void, { readonly _tag: string }, ManagementCaller | Services>([
              ...[names, names.toReversed()].flatMap((some) => [one, other].map(({ id }) => assign(id, some))),
              Effect.asVoid(deleteGuardrail(one.id)),
              assign(one.id, names),
              assign(other.id, names)
            ])
            expect(tags(outcomes).filter((tag) => !/^(done|GuardrailNotFound)$/.test(tag))).toEqual([])
            const { assigned, total_count } = yield* list(other.id)
            // None is left if the guardrail that was deleted had them last.
            expect([[], names]).toContainEqual(assigned.toSorted())
            expect(total_count).toBe(assigned.length)
            expect(yield* Effect.flip(list(one.id))).toMatchObject({ _tag: "GuardrailNotFound" })
          })
        )
      )
    }

    race(
      "create one workspace of a slug, and refuse the others",
      managing(
        Effect.gen(function* () {
          const input = aWorkspace({ slug: "same" })
          const outcomes = yield* Effect.all(
            Array.from({ length: MANY }, () => Effect.either(createWorkspace(input))),
            { concurrency: "unbounded" }
          )
          expect(tags(outcomes)).toEqual([...Array.from({ length: MANY - 1 }, () => "SlugTaken"), "done"].toSorted())
        })
      )
    )

    race(
      "never show a page and a total count of two states",
      managing(
        Effect.gen(function* () {
          let isDone = false
          const write = Effect.gen(function* () {
            for (let n = 0; n < 30; n++) {
              const { data } = yield* createKey(aKey())
              if (n % 2 === 0) yield* deleteKey(data.hash)
            }
            isDone = true
          })
          const states = new Set<number>()
          const read = Effect.gen(function* () {
            while (!isDone) {
              const { data, total_count } = yield* listKeys({ ...page, include_disabled: true })
              expect(data.length).toBe(total_count)
              states.add(total_count)
              yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
            }
          })
          yield* Effect.all([write, read, read, read], { concurrency: "unbounded" })
          expect(states.size).toBeGreaterThan(2)
        })
      )
    )
  })
}
