import { expect, it } from "@effect/vitest"
import { KeyHolder } from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import { Arbitrary, Either, FastCheck as fc } from "effect"
import { plainHolder } from "../../src/keys/plainHolder.js"

/** Input refuses metadata with this name, which Schema would lose. */
const holders = Arbitrary.make(KeyHolder).filter(({ key }) => !Object.hasOwn(key.metadata, "__proto__"))

it("the holder of a key is encoded by hand as by its schema", () => {
  fc.assert(
    fc.property(holders, (holder) => {
      expect(Either.right(plainHolder(holder))).toEqual(Codec.encode(KeyHolder, holder))
      expect(plainHolder(holder).key.metadata).not.toBe(holder.key.metadata)
    })
  )
})
