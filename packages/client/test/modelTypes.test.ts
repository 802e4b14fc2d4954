import type { Refusals } from "@tollgate/core/models"
import type { Schema } from "effect"
import { it } from "vitest"
import type { ModelTypes } from "../dist/modelTypes.js"
import type * as Client from "../src/index.js"

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** The models that are not what their schemas encode to: the compiler's message names them. */
type Different = {
  [Name in keyof ModelTypes]: Same<ModelTypes[Name][0], Schema.Schema.Encoded<ModelTypes[Name][1]>> extends true
    ? never
    : Name
}[keyof ModelTypes]

const none = <_Names extends never>() => undefined

it("the types of the client are the encoded types of the schemas", () => {
  none<Different>()
})

/** The refusals of core that are not of the type of the client's class, of which `instanceof` makes them instances. */
type Unlike = {
  [Tag in keyof typeof Refusals]: InstanceType<(typeof Refusals)[Tag]> extends Omit<
    InstanceType<(typeof Client)[Tag]>,
    "toJSON"
  >
    ? never
    : Tag
}[keyof typeof Refusals]

it("a refusal of core has the type of the client's class", () => {
  none<Unlike>()
})
