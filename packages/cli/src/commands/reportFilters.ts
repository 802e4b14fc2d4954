import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { withFlagNames } from "../settings/withFlagNames.js"

const named = ["model", "user", "provider", "workspace"] as const

/** The flags that choose the requests of a report. */
export type FilterOptions = { readonly [Name in "key" | (typeof named)[number]]: Option.Option<string> }

const decode = Schema.decode(Schema.Struct(Struct.pick(Core.ActivityQuery.fields, ...named)))

const withFlags = withFlagNames(Object.fromEntries(named.map((name) => [name, `--${name}`])))

/** The filters of a report as its query has them, and what names its keys, which an account finds. */
export const reportFilters = Effect.fnUntraced(function* (options: FilterOptions) {
  const texts = Object.fromEntries(
    named.flatMap((name) => Option.match(options[name], { onNone: () => [], onSome: (text) => [[name, text]] }))
  )
  const only = yield* withFlags(Effect.mapError(decode(texts), Core.InvalidInput.fromParseError))
  // No key is null: the word for it names a key, as any other does.
  const keys = Option.map(options.key, (text) => Core.readList(text).map((one) => one ?? "none"))
  return { ...only, keys: Option.getOrUndefined(keys) }
})
