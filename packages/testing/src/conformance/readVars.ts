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

/** Reads a variables file: the placeholders, and under `POOL` what `poolHooks` gives out. */
export const readVars = (text: string): { readonly vars: Vars; readonly pool: Pool } => {
  const { POOL, ...vars } = Schema.decodeUnknownSync(Schema.parseJson(VarsFile))(text)
  return { vars: Schema.decodeUnknownSync(Texts)(vars), pool: POOL }
}
