import { createPreset, listPresets, NewPreset, Page, Preset } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type CallOptions, type Run, read } from "./Run.js"

const readNew = read(NewPreset)
const readPage = read(Page)

/** Presets: named model settings in versions. */
export const presets = (run: Run) => ({
  create: (input: typeof NewPreset.Encoded, options?: CallOptions) =>
    run(Effect.flatMap(readNew(input), createPreset), Preset, options),
  /** One page of presets, most recently updated first. */
  list: (page: typeof Page.Encoded = {}, options?: CallOptions) =>
    run(
      Effect.flatMap(readPage(page), listPresets),
      Schema.Struct({ data: Schema.Array(Preset), total_count: Schema.Int }),
      options
    )
})
