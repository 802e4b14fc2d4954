import type { Schema } from "effect"
import { it } from "vitest"
import type { ModelTypes } from "../dist/modelTypes.js"

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
