import { InvalidInput, NewHold } from "@tollgate/core"
import { Either, Schema } from "effect"
import { expect, it } from "vitest"

const read = (labels: string) =>
  Schema.decodeUnknownEither(NewHold)(JSON.parse(`{"key":"k","amount":1,"model":"acme/writer","labels":${labels}}`))

it("A label named __proto__ is refused: an object cannot keep it, and it would be lost", () => {
  const refused = Either.mapLeft(read('{"__proto__":"docs"}'), (error) => InvalidInput.fromParseError(error).issues)
  expect(refused).toEqual(
    Either.left([
      {
        path: ["labels"],
        expected:
          "an object of at most 8 labels: names of 1 to 32 of a-z, 0-9 and _, not __proto__, texts of 1 to 64 characters"
      }
    ])
  )
})

it("A label may have any other name that objects inherit", () => {
  expect(Either.map(read('{"constructor":"docs"}'), ({ labels }) => Object.entries(labels))).toEqual(
    Either.right([["constructor", "docs"]])
  )
})
