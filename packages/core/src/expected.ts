import type * as Schema from "effect/Schema"

/** What a message begins with that says what is expected, and so repeats nothing of what was sent. */
export const EXPECTED = "expected: "

/**
 * Says in one phrase what a value must be. The phrase stands in the API document and, when a value is refused, in
 * the issue's `expected`, so that no answer ever repeats the value itself.
 */
export const expected =
  (phrase: string) =>
  <S extends Schema.Annotable.All>(self: S): Schema.Annotable.Self<S> =>
    self.annotations({ description: phrase, message: () => ({ message: EXPECTED + phrase, override: true }) })
