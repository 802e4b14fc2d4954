import { isOriginList } from "@tollgate/http"
import * as Schema from "effect/Schema"
import type { Setting } from "./Setting.js"
import * as settings from "./settings.js"

export const corsOrigins: Setting<ReadonlyArray<string>> = {
  ...settings.corsOrigins,
  schema: Schema.transform(Schema.String, Schema.Array(Schema.String).pipe(Schema.filter(isOriginList)), {
    strict: true,
    decode: (text) => (text === "" ? [] : text.split(",").map((origin) => origin.trim())),
    encode: (origins) => origins.join(",")
  })
}
