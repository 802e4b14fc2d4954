import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

type Why = "no_url" | "nothing_known" | "known_twice" | "no_database"

const sentences: Readonly<Record<Why, string>> = {
  no_url:
    "--vars and --database need --url, the server to check. Without all three, the command checks a server of its own.",
  nothing_known:
    "--url needs --database, the database that the server serves, or --vars, a file such as `tollgate demo --json` prints.",
  known_twice:
    "--database and --vars cannot be combined: the run creates its data in the database, or reads it from the file.",
  no_database: "--master-key needs --database, whose secrets it seals."
}

/** The flags do not fit together. */
export class TargetRefused extends Data.TaggedError("TargetRefused")<{ readonly why: Why }> {
  override get message(): string {
    return sentences[this.why]
  }
}

/** The server that a run checks, and where its account comes from. */
export type Target = Data.TaggedEnum<{
  Own: Record<never, never>
  Served: { readonly url: string }
  Foreign: { readonly url: string; readonly vars: string }
}>
export const Target = Data.taggedEnum<Target>()

interface Options {
  readonly url: Option.Option<string>
  readonly vars: Option.Option<string>
  readonly database: Option.Option<string>
  readonly masterKey: Option.Option<string>
}

export const targetOf = ({ database, masterKey, url, vars }: Options): Effect.Effect<Target, TargetRefused> => {
  const refused = (why: Why) => new TargetRefused({ why })
  if (Option.isSome(masterKey) && Option.isNone(database)) return refused("no_database")
  if (Option.isNone(url)) {
    return Option.isNone(vars) && Option.isNone(database) ? Effect.succeed(Target.Own()) : refused("no_url")
  }
  if (Option.isSome(vars)) {
    return Option.isSome(database)
      ? refused("known_twice")
      : Effect.succeed(Target.Foreign({ url: url.value, vars: vars.value }))
  }
  return Option.isSome(database) ? Effect.succeed(Target.Served({ url: url.value })) : refused("nothing_known")
}
