import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"

/** Prefix of messages that state what is expected. Such a message never contains the rejected value. */
export const EXPECTED = "expected: "

const sentence = (phrase: string) => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`

/**
 * States what a value must be, as a noun phrase such as "a number between 0 and 100, or null". If a value is rejected, the
 * phrase is the issue's `expected`; the rejected value is never repeated. In the API document the phrase is a sentence.
 */
export const expected =
  (phrase: string) =>
  <S extends Schema.Annotable.All>(self: S): Schema.Annotable.Self<S> =>
    self.annotations({
      description: sentence(phrase),
      // For a schema with its own `jsonSchema`, and for a filter, the document ignores `description`.
      jsonSchema: {
        ...Option.getOrElse(AST.getJSONSchemaAnnotation(self.ast), () => ({})),
        description: sentence(phrase)
      },
      message: () => ({ message: EXPECTED + phrase, override: true })
    })
