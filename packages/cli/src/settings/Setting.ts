import * as Options from "@effect/cli/Options"
import * as Config from "effect/Config"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A setting that cannot be used: one sentence that names the variable and the flag, never the value. */
export class SettingRefused extends Data.TaggedError("SettingRefused")<{
  readonly flag: string
  readonly variable: string
  readonly expected: string
  readonly isEmpty?: boolean
}> {
  override get message(): string {
    return `${this.variable} (or --${this.flag}) ${this.isEmpty ? "is empty, and " : ""}must be ${this.expected}.`
  }
}

/** A setting by its flag, its environment variable, and what it is when neither is given. */
export interface Setting<A> {
  readonly flag: string
  readonly variable: string
  readonly fallback: string
  readonly expected: string
  readonly description: string
  readonly schema: Schema.Schema<A, string>
}

/** The flag of a setting; its help names the variable and what holds without either. */
export const flag = <A>({ description, fallback, flag: name, variable }: Setting<A>) =>
  Options.text(name).pipe(
    Options.withDescription(
      `${description} Variable: ${variable}.${fallback === "" ? "" : ` Without either: ${fallback}.`}`
    ),
    Options.optional
  )

/** The flag if it is given, else the variable, else the fallback, as what it stands for. */
export const read = <A>(setting: Setting<A>, given: Option.Option<string>): Effect.Effect<A, SettingRefused> =>
  Effect.gen(function* () {
    const variable = yield* Effect.orDie(Config.option(Config.string(setting.variable)))
    const stated = Option.orElse(given, () => variable)
    // An empty one is a mistake, such as a secret that was never set; only an absent one means the fallback.
    if (Option.contains(stated, "")) return yield* new SettingRefused({ ...setting, isEmpty: true })
    const text = Option.getOrElse(stated, () => setting.fallback)
    return yield* Effect.mapError(Schema.decode(setting.schema)(text), () => new SettingRefused(setting))
  })
