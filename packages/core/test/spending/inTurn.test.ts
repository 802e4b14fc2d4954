import { describe, expect, it } from "@effect/vitest"
import { OrganizationId } from "@tollgate/core"
import { Deferred, Effect, Fiber } from "effect"
import { inTurn } from "../../src/spending/inTurn.js"
import { organization_id } from "./support/samples.js"

const another = OrganizationId.make("44444444-4444-4444-8444-444444444444")

describe("The admissions of an organization that are judged under locks", () => {
  it.effect("run one after another, and beside those of other organizations and stores", () =>
    Effect.gen(function* () {
      const [store, other] = [{}, {}]
      const ran: Array<string> = []
      const gate = yield* Deferred.make<void>()
      const run = (name: string, of: object, organization: OrganizationId) =>
        Effect.fork(
          inTurn(
            of,
            organization,
            Effect.zipRight(
              Effect.sync(() => ran.push(name)),
              Deferred.await(gate)
            )
          )
        )
      const fibers = yield* Effect.all([
        run("first", store, organization_id),
        run("second", store, organization_id),
        run("of another organization", store, another),
        run("of another store", other, organization_id)
      ])
      yield* Effect.replicateEffect(Effect.yieldNow(), 20)
      expect(ran).toEqual(["first", "of another organization", "of another store"])
      // One that leaves while it waits takes no turn from the next.
      const [, second] = fibers
      yield* Fiber.interrupt(second)
      const third = yield* run("third", store, organization_id)
      yield* Effect.replicateEffect(Effect.yieldNow(), 20)
      expect(ran).toHaveLength(3)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(third)
      expect(ran.slice(3)).toEqual(["third"])
    })
  )
})
