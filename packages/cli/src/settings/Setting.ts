import * as Config from "effect/Config"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A setting has an invalid value. The sentence names the variable and the flag, never the value. */
export class SettingRefused extends Data.TaggedError("SettingRefused")<{
  readonly flag: string
  readonly variable: string
  readonly expected: string
  readonly isEmpty?: boolean
}> {
  override get message(): string {
    return `${this.variable} (or --${this.flag}) ${this.isEmpty ? "is empty and " : ""}must be ${this.expected}.`
  }
}

/** What the help says of a setting: its flag, its environment variable and its default. */
export interface SettingFlag {
  readonly flag: string
  readonly variable: string
  readonly fallback: string
  readonly expected: string
  readonly description: string
}

/** A setting and the values that it takes. */
export interface Setting<A> extends SettingFlag {
  readonly schema: Schema.Schema<A, string>
}

/** What a setting means, with its variable and its default. */
export const meaningOf = ({ description, fallback, variable }: SettingFlag): string =>
  `${description} Variable: ${variable}.${fallback === "" ? "" : ` Default: ${fallback}.`}`

/** Reads a setting from its flag, else from its variable, else from its default, and decodes it. */
export const read = <A>(setting: Setting<A>, flag: Option.Option<string>): Effect.Effect<A, SettingRefused> =>
  Effect.gen(function* () {
    const variable = yield* Effect.orDie(Config.option(Config.string(setting.variable)))
    const stated = Option.orElse(flag, () => variable)
    // An empty value is a mistake, such as a secret that was never set. Only an absent one means the default.
    if (Option.contains(stated, "")) return yield* new SettingRefused({ ...setting, isEmpty: true })
    const text = Option.getOrElse(stated, () => setting.fallback)
    return yield* Effect.mapError(Schema.decode(setting.schema)(text), () => new SettingRefused(setting))
  })
