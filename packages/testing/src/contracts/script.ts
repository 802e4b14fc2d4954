import { ApiKeyPatch } from "@tollgate/core"
import * as Arbitrary from "effect/Arbitrary"
import * as FastCheck from "effect/FastCheck"
import type { Draw } from "./commands/picks.js"

/** Calls in sequence, alone or in a transaction that is committed or rolled back, as is the nested part that it has. */
export interface Step {
  readonly draws: ReadonlyArray<Draw>
  readonly keep?: boolean
  readonly part?: ReadonlyArray<Draw>
  readonly keepPart?: boolean
}

/** What two stores are given: the initial objects, and then the steps. */
export interface Script {
  /** Indexes of the objects that can be inserted. */
  readonly stock: ReadonlyArray<number>
  readonly steps: ReadonlyArray<Step>
}

const small = (max: number) => FastCheck.nat({ max })

const draw: FastCheck.Arbitrary<Draw> = FastCheck.record({
  kind: small(9999),
  // Most calls are about the same few objects, so that they interact.
  owner: FastCheck.constantFrom(0, 0, 0, 1),
  // Three of four calls are about the caller's own objects.
  asker: FastCheck.constantFrom(0, 0, 0, 1),
  index: FastCheck.constantFrom(2, 2, 2, 0, 1),
  second: small(4),
  seconds: FastCheck.constantFrom(0, 1, 29, 30, 31, 600, 601),
  patch: Arbitrary.make(ApiKeyPatch)
}).map((draw) => ({ ...draw, asker: (draw.owner + draw.asker) % 2 }))

const alone: FastCheck.Arbitrary<Step> = FastCheck.record({ draws: FastCheck.tuple(draw) })

const inTransaction: FastCheck.Arbitrary<Step> = FastCheck.record({
  draws: FastCheck.array(draw, { maxLength: 6 }),
  keep: FastCheck.boolean(),
  part: FastCheck.array(draw, { maxLength: 4 }),
  keepPart: FastCheck.boolean()
})

/** A call alone, or a transaction. */
export const step: FastCheck.Arbitrary<Step> = FastCheck.oneof(
  { weight: 4, arbitrary: alone },
  { weight: 1, arbitrary: inTransaction }
)

/** More than exist; indexes out of range are ignored. */
const places = Array.from({ length: 64 }, (_, place) => place)

/** No minimum length, so that a failure shrinks to the calls that it needs. */
export const script = (transactions: boolean): FastCheck.Arbitrary<Script> =>
  FastCheck.record({
    stock: FastCheck.subarray(places),
    steps: FastCheck.array(transactions ? step : alone, { maxLength: 100, size: "max" })
  })
