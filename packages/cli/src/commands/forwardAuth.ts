import { readFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { InvalidInput, SecretKey } from "@tollgate/core"
import { expected, strict } from "@tollgate/core/codec"
import { ForwardAuthServer, ForwardRoutes, findTrap, type ListenOptions } from "@tollgate/http"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { reasonOf } from "../input/fileLines.js"
import { ABSENT } from "../input/inputRefused.js"
import { readSecretFile } from "../input/readSecretFile.js"
import { ownAddressRefused } from "../settings/addressRefused.js"
import { forwardAuth } from "../settings/settings.js"

/** The settings of forward auth as they are in their file. */
const ForwardAuthFile = Schema.Struct({
  gateway_key_file: Schema.String.pipe(Schema.minLength(1), expected("the path of a file with a gateway key")),
  routes: ForwardRoutes
}).annotations(strict)

const CREATE = "Create one with `tollgate gateway-keys create`."

/** Forward auth cannot be offered. Each problem is a sentence with the path of what is wrong. */
export class ForwardAuthRefused extends Data.TaggedError("ForwardAuthRefused")<{
  readonly file: string
  readonly problems: ReadonlyArray<string>
}> {
  override get message(): string {
    return this.problems.map((problem) => `${this.file}: ${problem}`).join("\n")
  }
}

/** A path into the file. Names that are neither of fields nor of routes are not shown: one may be a secret in a wrong place. */
const pathOf = (raw: ReadonlyArray<PropertyKey>, shown: ReadonlyArray<string | number>) =>
  raw.map((name, at) => (at === 1 && raw[0] === "routes" && raw.length > 2 ? String(name) : shown[at])).join(".")

/** What `InvalidInput` says where nothing particular is expected. It is left out beside a sentence that says more of the same value. */
const GENERIC = "a value of the documented type"

const problemsOf = (error: ParseResult.ParseError): ReadonlyArray<string> => {
  const found = ParseResult.ArrayFormatter.formatErrorSync(error).flatMap((raw) =>
    InvalidInput.fromFormatted([raw]).issues.map(({ expected, path }) => ({ expected, name: pathOf(raw.path, path) }))
  )
  const telling = found.filter(
    ({ expected, name }) =>
      expected !== GENERIC || !found.some((other) => other.expected !== GENERIC && other.name.startsWith(name))
  )
  const sentenceOf = ({ expected, name }: (typeof found)[number]) =>
    expected === ABSENT ? `${name} is required.` : `${name === "" ? "it" : name} must be ${expected}.`
  return [...new Set(telling.map(sentenceOf))]
}

/** Of two routes with one name, `JSON.parse` would keep the second one. */
const parse = (bytes: Uint8Array) => {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  const json: unknown = JSON.parse(text)
  return { json, trap: findTrap(text) }
}

/** Reads the settings of forward auth and the gateway key that they name, from a path beside them or an absolute one. */
export const readForwardAuth = Effect.fnUntraced(function* (file: string) {
  const refused = (...problems: ReadonlyArray<string>) => new ForwardAuthRefused({ file, problems })
  const bytes = yield* Effect.try({
    try: () => readFileSync(file),
    catch: (cause) => refused(`it cannot be read. ${reasonOf(cause)}`)
  })
  const { json, trap } = yield* Effect.try({
    try: () => parse(bytes),
    catch: () => refused("it must be JSON in UTF-8.")
  })
  if (trap !== null) return yield* refused(`it must have ${trap.expected}.`)
  const { gateway_key_file, routes } = yield* Effect.mapError(Schema.decodeUnknown(ForwardAuthFile)(json), (error) =>
    refused(...problemsOf(error))
  )
  const keyFile = resolve(dirname(file), gateway_key_file)
  const gatewayKey = yield* readSecretFile(keyFile)
  const kind = SecretKey.parse(yield* SecretKey.KeyPrefix, gatewayKey)
  if (!Option.contains(kind, "gateway")) {
    return yield* refused(`gateway_key_file must name a file with a gateway key, which ${keyFile} is not. ${CREATE}`)
  }
  return { gatewayKey, routes, file }
})

/** Serves forward auth. A gateway key that the database does not have is refused. */
export const forwardAuthLayer = (
  { host, port }: ListenOptions,
  { file, gatewayKey, routes }: Effect.Effect.Success<ReturnType<typeof readForwardAuth>>
) =>
  ForwardAuthServer.layer({ host, port, gatewayKey, routes }).pipe(
    Layer.mapError((error) => {
      if (error._tag === "ListenFailed") return ownAddressRefused(forwardAuth)(error)
      if (error._tag !== "InvalidCredential") return error
      const problem = `gateway_key_file must name a gateway key of this database. ${CREATE}`
      return new ForwardAuthRefused({ file, problems: [problem] })
    })
  )
