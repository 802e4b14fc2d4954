import { inspect } from "node:util"
import { describe, expect } from "@effect/vitest"
import { AuthorizedHold, updateKey } from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import { aKeyPatch } from "@tollgate/testing"
import { Effect, Either, Schema } from "effect"
import { inMemory } from "../support/account.js"
import { usd } from "./support/samples.js"
import { openSpender } from "./support/spender.js"

const opened = Effect.gen(function* () {
  const spender = yield* openSpender
  yield* spender.asManager(updateKey(spender.ordinaryHash, aKeyPatch({ limit: 10 })))
  return { ...spender, ask: spender.hold(spender.ordinaryKey) }
})

describe("An authorized hold", () => {
  inMemory("shows the instant of its admission, whenever it is read", () =>
    Effect.gen(function* () {
      const { asManager, ask, ordinaryHash, settle } = yield* opened
      const first = yield* ask
      const second = yield* ask
      yield* settle(first.data.id, { cost: usd(3) })
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 5, name: "Renamed" })))
      expect(first.budgets).toMatchObject([{ limit: usd(10), spent: usd(0), held: usd(1), remaining: usd(9) }])
      expect(second.budgets).toMatchObject([{ limit: usd(10), spent: usd(0), held: usd(2), remaining: usd(8) }])
      expect(second.key_holder.key).toMatchObject({ limit: usd(10), usage: usd(0) })
      expect(second.key_holder.key.name).not.toBe("Renamed")
      expect(second.budgets).toBe(second.budgets)
    })
  )

  inMemory("is spread, compared, encoded and printed like a plain object", () =>
    Effect.gen(function* () {
      const authorized = yield* (yield* opened).ask
      const { budgets, data, key_holder, plan, providers, repeated } = authorized
      const plain = { data, repeated, plan, providers, key_holder, budgets }
      expect(authorized).toEqual(plain)
      expect({ ...authorized }).toStrictEqual(plain)
      expect(inspect(authorized)).toBe(inspect(plain))
      const encoded = Either.getOrThrow(Codec.encode(AuthorizedHold, plain))
      expect(Codec.encode(AuthorizedHold, authorized)).toEqual(Either.right(encoded))
      expect(Schema.encodeSync(AuthorizedHold)(authorized)).toEqual(encoded)
    })
  )
})
