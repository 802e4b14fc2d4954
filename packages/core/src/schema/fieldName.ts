import * as Schema from "effect/Schema"

/** A field that somebody names in an object of their own making; `__proto__` is more than a name, so it is none. */
export const fieldName = (name: Schema.Schema<string>) =>
  name.pipe(
    Schema.filter((text) => text !== "__proto__", {
      jsonSchema: { type: "string" },
      arbitrary: () => (fc) => fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text !== "__proto__")
    })
  )
