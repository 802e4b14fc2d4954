import * as Schema from "effect/Schema"
import type { Pool } from "./poolHooks.js"
import type { Vars } from "./substitute.js"

const Texts = Schema.Record({ key: Schema.String, value: Schema.String })

const VarsFile = Schema.Struct(
  {
    POOL: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.Array(Texts) }), {
      default: () => ({})
    })
  },
  Schema.Record({ key: Schema.String, value: Schema.Unknown })
)

/** Parses the text of a file of placeholders. `POOL` holds the prepared objects for `poolHooks`. */
export const readVars = (text: string): { readonly vars: Vars; readonly pool: Pool } => {
  const { POOL, ...vars } = Schema.decodeUnknownSync(Schema.parseJson(VarsFile))(text)
  return { vars: Schema.decodeUnknownSync(Texts)(vars), pool: POOL }
}
