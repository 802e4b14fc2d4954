import { readFile } from "node:fs/promises"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { Unavailable } from "./Unavailable.js"

/** What the cases know of the server's data: keys of every kind, and objects of one organization and of another one. */
export type AccountName =
  | "MGMT_KEY"
  | "MGMT_KEY_HASH"
  | "READ_ONLY_KEY"
  | "PLAIN_KEY"
  | "PLAIN_KEY_HASH"
  | "KEY_HASH"
  | "DISABLED_KEY"
  | "EXPIRED_KEY"
  | "GATEWAY_KEY"
  | "WORKSPACE_ID"
  | "GUARDRAIL_ID"
  | "MEMBER_USER_ID"
  | "BYOK_ID"
  | "BYOK_SECRET"
  | "PRESET_SLUG"
  | "HOLD_ID"
  | "RUN_PATH"
  | "STOPPED_RUN_PATH"
  | "WEBHOOK_ID"
  | "DELIVERY_ID"
  | "CODE_EXPIRED"
  | "VERIFIER_S256"
  | "VERIFIER_PLAIN"
  | "VERIFIER_OTHER"
  | "CHALLENGE_S256"
  | "OTHER_MGMT_KEY"
  | "OTHER_PLAIN_KEY"
  | "OTHER_KEY_HASH"
  | "OTHER_GATEWAY_KEY"
  | "OTHER_MEMBER_USER_ID"
  | "OTHER_WORKSPACE_ID"
  | "OTHER_WORKSPACE_SLUG"
  | "OTHER_GUARDRAIL_ID"
  | "OTHER_BYOK_ID"
  | "OTHER_PRESET_SLUG"
  | "OTHER_HOLD_ID"
  | "OTHER_RUN_PATH"
  | "OTHER_WEBHOOK_ID"
  | "OTHER_DELIVERY_ID"

/** The values of an account, as `tollgate demo --json` prints them. Other names are ignored. */
export type Values = Readonly<Record<string, string>>

/** The values of an account. A case that reads one that is not known is skipped. */
export type Account = Readonly<Record<AccountName, string>>

/** Each value is read by a property of its name. */
export const accountOf = (values: Values): Account =>
  // The names are those of the type; reading another one of them throws.
  new Proxy(values, {
    get: (known, name: string) => {
      const value = known[name]
      if (value === undefined) throw new Unavailable({ reason: `no ${name}` })
      return value
    }
  }) as Account

/** The keys, secrets, codes and verifiers among the values, which no answer may contain, by name. */
export const secretsOf = (values: Values): ReadonlyArray<readonly [name: string, secret: string]> =>
  Object.entries(values).filter(
    ([name, value]) =>
      value.length >= 8 && /^(?:[A-Z_]*_KEY|[A-Z_]*SECRET|CODE_[A-Z0-9_]+|VERIFIER_[A-Z0-9_]+)$/.test(name)
  )

/** A file of an account cannot be used. The message never repeats its content, which includes keys. */
export class VarsRefused extends Data.TaggedError("VarsRefused")<{
  readonly file: string
  readonly why: string
}> {
  override get message(): string {
    return `The account in ${this.file} ${this.why}.`
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "cannot be read: there is no such file",
  EACCES: "cannot be read: this user may not",
  EISDIR: "cannot be read: it is a folder"
}

const codeOf = (cause: unknown) => (Predicate.hasProperty(cause, "code") ? String(cause.code) : "unknown error")

const Texts = Schema.Record({ key: Schema.String, value: Schema.String })

/**
 * Reads the account of a server whose storage is out of reach, for `runConformance`.
 *
 * @param file A JSON object of texts with at least `MGMT_KEY`, as `tollgate demo --json` prints it.
 * @throws VarsRefused if the file cannot be read or has another form.
 */
export const loadAccount = Effect.fnUntraced(function* (file: string) {
  const refused = (why: string) => new VarsRefused({ file, why })
  const text = yield* Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: (cause) => refused(reasons[codeOf(cause)] ?? `cannot be read: ${codeOf(cause)}`)
  })
  const values = yield* Schema.decode(Schema.parseJson())(text).pipe(
    Effect.mapError(() => refused("is no JSON")),
    Effect.flatMap(Schema.decodeUnknown(Texts)),
    Effect.catchTag("ParseError", () => refused("must be one JSON object of texts"))
  )
  if (values["MGMT_KEY"] === undefined) return yield* refused("lacks MGMT_KEY, without which hardly a case can be run")
  return values
})
