import { describe, expect, it } from "@effect/vitest"
import { OrganizationId } from "@tollgate/core"
import { StorageFailure } from "@tollgate/core/storage"
import { Data, Deferred, Effect, Exit, Fiber } from "effect"
import { inOrganizationQueue, type UnderLocks } from "../../src/spending/admission/inOrganizationQueue.js"
import type { LockedRecords } from "../../src/spending/admission/resolveSpender.js"

import { keyScope, organizationScope } from "../../src/spending/model/Scope.js"
import { key_hash, organization_id } from "./support/samples.js"

const another = OrganizationId.make("44444444-4444-4444-8444-444444444444")
const shared = organizationScope(organization_id)
const own = keyScope({ hash: key_hash, organization_id })

class Refusal extends Data.TaggedError("Refusal") {}

const failure = new StorageFailure({ cause: new Error("The disk is full."), outcome: "none" })

/** Transactions that log what they do. */
const transactions = () => {
  const log: Array<string> = []
  const under: UnderLocks = {
    lock: (refs, effect) =>
      Effect.zipRight(
        Effect.sync(() => log.push(`lock ${refs.map(({ kind }) => kind)}`)),
        effect
      ),
    run: (effect) =>
      Effect.onExit(
        Effect.zipRight(
          Effect.sync(() => log.push("begin")),
          effect
        ),
        (exit) => Effect.sync(() => log.push(Exit.isSuccess(exit) ? "commit" : "roll back"))
      )
  }
  return { log, under }
}

const soon = Effect.replicateEffect(Effect.yieldNow(), 20)

describe("The admissions of an organization that are judged under locks", () => {
  it.effect("run in one transaction those that wait, and beside those of other organizations and stores", () =>
    Effect.gen(function* () {
      const [store, other] = [{}, {}]
      const { log, under } = transactions()
      const gate = yield* Deferred.make<void>()
      const given: Array<LockedRecords> = []
      const run = (name: string, of = store, organization = organization_id, guards = [shared]) =>
        Effect.fork(
          inOrganizationQueue(of, under, organization, guards, (locked) =>
            Effect.zipRight(
              Effect.sync(() => {
                log.push(name)
                given.push(locked)
              }),
              Deferred.await(gate)
            )
          )
        )
      yield* run("first")
      yield* soon
      expect(log.splice(0)).toEqual(["begin", "lock organization", "first"])
      const second = yield* run("second")
      const left = yield* run("left")
      yield* run("of another organization", store, another)
      yield* run("of another store", other)
      const third = yield* run("third", store, organization_id, [own, shared])
      yield* soon
      expect(log.splice(0).filter((entry) => entry.startsWith("of"))).toEqual([
        "of another organization",
        "of another store"
      ])
      yield* Fiber.interrupt(left)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.joinAll([second, third])
      expect(log.slice(-5)).toEqual(["begin", "lock organization,key", "second", "third", "commit"])
      expect([new Set(given).size, given.at(-1)]).toEqual([4, given.at(-2)])
    })
  )

  it.effect("are answered by what they have come to: a refusal does not undo the others", () =>
    Effect.gen(function* () {
      const { log, under } = transactions()
      const run = <E>(act: Effect.Effect<string, E>) =>
        inOrganizationQueue(under, under, organization_id, [shared], () => act)
      const both = [Effect.succeed("admitted"), new Refusal(), Effect.succeed("admitted, too")].map((act) =>
        Effect.exit(run<Refusal>(act))
      )
      expect(yield* Effect.all(both, { concurrency: "unbounded" })).toEqual([
        Exit.succeed("admitted"),
        Exit.fail(new Refusal()),
        Exit.succeed("admitted, too")
      ])
      expect(log).toEqual(["begin", "lock organization", "commit"])
    })
  )

  it.effect("fail alone if storage fails one of them, or the transaction of all", () =>
    Effect.gen(function* () {
      const { log, under } = transactions()
      let commits = 0
      const failing: UnderLocks = {
        ...under,
        run: (effect) =>
          Effect.filterOrFail(
            under.run(effect),
            () => ++commits > 1,
            () => failure
          )
      }
      const run = <E>(act: Effect.Effect<string, E>) =>
        inOrganizationQueue(failing, failing, organization_id, [shared], () => act)
      const acts = [Effect.succeed("admitted"), failure, Effect.die("A defect."), Effect.succeed("admitted, too")]
      const ended = yield* Effect.all(
        acts.map((act) => Effect.exit(run<StorageFailure>(act))),
        { concurrency: "unbounded" }
      )
      expect(ended).toEqual([
        Exit.fail(failure),
        Exit.fail(failure),
        Exit.die("A defect."),
        Exit.succeed("admitted, too")
      ])
      expect(log.filter((entry) => entry !== "lock organization")).toEqual([
        ...["begin", "roll back", "begin", "commit", "begin", "roll back", "begin", "roll back"],
        ...["begin", "commit"]
      ])
    })
  )

  it.effect("are waited for by one that is interrupted while they run", () =>
    Effect.gen(function* () {
      const { log, under } = transactions()
      const gate = yield* Deferred.make<void>()
      const fiber = yield* Effect.fork(
        inOrganizationQueue(under, under, organization_id, [shared], () => Deferred.await(gate))
      )
      yield* soon
      const interrupting = yield* Effect.fork(Fiber.interrupt(fiber))
      yield* soon
      expect(log).toEqual(["begin", "lock organization"])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(interrupting)
      expect(log).toEqual(["begin", "lock organization", "commit"])
    })
  )
})
