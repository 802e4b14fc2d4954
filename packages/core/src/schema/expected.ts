import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"

/** What a message begins with that says what is expected, and so repeats nothing of what was sent. */
export const EXPECTED = "expected: "

/**
 * Says in one phrase what a value must be. The phrase stands in the API document and, when a value is refused, in
 * the issue's `expected`, so that no answer ever repeats the value itself.
 */
export const expected =
  (phrase: string) =>
  <S extends Schema.Annotable.All>(self: S): Schema.Annotable.Self<S> =>
    self.annotations({
      description: phrase,
      // Of a schema that says itself how it is documented, or of a filter, the document would take no other words.
      jsonSchema: { ...Option.getOrElse(AST.getJSONSchemaAnnotation(self.ast), () => ({})), description: phrase },
      message: () => ({ message: EXPECTED + phrase, override: true })
    })
