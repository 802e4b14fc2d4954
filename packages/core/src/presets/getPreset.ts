import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Caller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import { presetsInUse } from "./presetsInUse.js"
import { requirePreset } from "./requirePreset.js"
import { visibleTo } from "./visibleTo.js"

/** Returns a preset with its designated version. An ordinary key sees its workspace's presets. Fails with `PresetNotFound`. */
export const getPreset = Effect.fnUntraced(function* (slug: string) {
  const caller = yield* Caller
  const presets = yield* presetsInUse
  return yield* requirePreset(slug, (slug) =>
    Effect.map(presets.find(caller.organizationId, slug), Option.filter(visibleTo(caller)))
  )
}, withSpan("presets.getPreset"))
