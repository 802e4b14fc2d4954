import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type AnyAccount, callMethod } from "../account/AnyAccount.js"
import type { Place } from "../account/Place.js"
import { withAccount } from "../account/withAccount.js"
import { inputRefused } from "../input/inputRefused.js"
import { readInput } from "../input/readInput.js"
import type { Operation } from "../operations/Operation.js"
import { askForAll } from "./askForAll.js"
import { showAnswer } from "./showAnswer.js"

/** An operation, with the arguments and the flags of its command. */
interface Asked {
  readonly resource: string
  readonly operation: Operation
  readonly words: ReadonlyArray<string>
  readonly flags: ReadonlyMap<string, string>
}

const placeOf = (flags: Asked["flags"]): Place => {
  const given = (name: string) => Option.fromNullable(flags.get(name))
  return {
    database: given("--database"),
    masterKey: given("--master-key"),
    organization: given("--organization"),
    url: given("--url")
  }
}

const ask = ({ operation, resource, words }: Asked, account: AnyAccount, input: unknown) =>
  callMethod(account, { ...operation, resource }, operation.takes === "nothing" ? words : [...words, input])

/** Calls an operation on a database or a server, and prints what it answers. */
export const operate = Effect.fnUntraced(function* (asked: Asked) {
  const { flags, operation } = asked
  const input = yield* readInput(operation, flags)
  const answer = yield* withAccount(placeOf(flags), operation.isReading === true, (account) =>
    flags.get("--all") === "true" ? askForAll((page) => ask(asked, account, page), input) : ask(asked, account, input)
  ).pipe(Effect.mapError((error) => inputRefused(operation, error)))
  yield* showAnswer(asked, answer)
})
