import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type AnyAccount, callMethod } from "../account/AnyAccount.js"
import { namedKey } from "../account/namedKey.js"
import type { Place } from "../account/Place.js"
import { withAccount } from "../account/withAccount.js"
import type { Values } from "../arguments/Command.js"
import { inputRefused } from "../input/inputRefused.js"
import { readInput } from "../input/readInput.js"
import type { Operation } from "../operations/Operation.js"
import { readAllPages } from "./readAllPages.js"
import { readRunsBelow } from "./readRunsBelow.js"
import { showAnswer } from "./showAnswer.js"

/** An operation, with the arguments and the flags of its command. */
interface OperationCall extends Values {
  readonly resource: string
  readonly operation: Operation
}

const placeOf = (flags: OperationCall["flags"]): Place => {
  const flag = (name: string) => Option.fromNullable(flags.get(name))
  return {
    database: flag("--database"),
    masterKey: flag("--master-key"),
    organization: flag("--organization"),
    url: flag("--url")
  }
}

type Input = Readonly<Record<string, unknown>>

/** The arguments and the input, in which every API key is named by its hash. */
const withHashes = Effect.fnUntraced(function* ({ args, operation }: OperationCall, account: AnyAccount, input: Input) {
  const toHash = namedKey(account, operation)
  const ofField = (value: unknown): Effect.Effect<unknown, Error> => {
    if (typeof value === "string") return toHash(value)
    return Array.isArray(value) ? Effect.forEach(value, ofField) : Effect.succeed(value)
  }
  const named = operation.fields.filter(({ isKey, name }) => isKey && name in input)
  const values = yield* Effect.forEach(named, ({ name }) => ofField(input[name]))
  return {
    args: yield* Effect.forEach(args, (text, at) => (operation.path[at]?.isKey ? toHash(text) : Effect.succeed(text))),
    input: { ...input, ...Object.fromEntries(named.map(({ name }, at) => [name, values[at]])) }
  }
})

const ask = ({ args, operation, resource }: OperationCall, account: AnyAccount, input: unknown) =>
  callMethod(account, { ...operation, resource }, operation.takes === "nothing" ? args : [...args, input])

/** Calls an operation on a database or a server, and prints what it answers. */
export const operate = Effect.fnUntraced(function* (call: OperationCall) {
  const { flags, operation, resource } = call
  const stated = yield* readInput(operation, flags)
  const isTree = resource === "runs" && operation.method === "get" && flags.get("--json") !== "true"
  const answered = Effect.fnUntraced(function* (account: AnyAccount) {
    const { args, input } = yield* withHashes(call, account, stated)
    const own = { ...call, args }
    const answer = yield* flags.get("--all") === "true"
      ? readAllPages((page) => ask(own, account, page), input)
      : ask(own, account, input)
    return { answer, below: isTree ? yield* readRunsBelow(account, answer, stated["organization_id"]) : undefined }
  })
  const { answer, below } = yield* withAccount(placeOf(flags), operation.isReading === true, answered).pipe(
    Effect.mapError((error) => inputRefused(operation, error))
  )
  yield* showAnswer({ ...call, below }, answer)
})
