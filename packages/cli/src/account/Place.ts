import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { DatabaseOptions } from "../database/databaseLayer.js"
import { AccountUnclear } from "./AccountRefused.js"

/** The flags that name an account: a server, or a database and an organization in it. */
export interface Place extends DatabaseOptions {
  readonly organization: Option.Option<string>
  readonly url: Option.Option<string>
}

/** The key in TOLLGATE_KEY. */
export const presentedKey: Effect.Effect<Option.Option<Redacted.Redacted>> = Effect.map(
  Effect.orDie(Config.option(Config.redacted("TOLLGATE_KEY"))),
  Option.filter((key) => Redacted.value(key) !== "")
)

/** The key for a server. Refuses flags that a server leaves no room for. */
export const keyForServer = Effect.fnUntraced(function* ({ database, masterKey, organization }: Place) {
  if ([database, masterKey, organization].some(Option.isSome)) return yield* new AccountUnclear({ why: "both" })
  return yield* Effect.catchTag(
    Effect.flatten(presentedKey),
    "NoSuchElementException",
    () => new AccountUnclear({ why: "key" })
  )
})
