import * as Schema from "effect/Schema"

/** A UUID in a path. Any text is let through: what is no UUID names nothing, and the program answers so. */
export const UuidPath = Schema.Struct({
  id: Schema.String.annotations({ jsonSchema: { type: "string", format: "uuid", description: "Its UUID" } })
})
