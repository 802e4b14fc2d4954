import { readFile } from "node:fs/promises"
import { type ReadCards, readCards } from "@tollgate/core"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

/** The file cannot be read as prices. */
export class PriceFileRefused extends Data.TaggedError("PriceFileRefused")<{
  readonly file: string
  readonly reason: string
}> {
  override get message(): string {
    return `The prices in ${this.file} cannot be read: ${this.reason}. Nothing was changed.`
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "the file does not exist",
  EISDIR: "it is a folder",
  EACCES: "this user may not read the file"
}

const reasonOf = (cause: unknown) => {
  const code = Predicate.hasProperty(cause, "code") ? String(cause.code) : "unknown error"
  return reasons[code] ?? code
}

const forms = 'it is neither { "cards": [...] } nor a file of models.dev or LiteLLM'

/** Reads the cards of a file. A file without any card that states others is refused: its form is another one. */
export const readPriceFile = Effect.fnUntraced(function* (file: string) {
  const refused = (reason: string) => new PriceFileRefused({ file, reason })
  const text = yield* Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: (cause) => refused(reasonOf(cause))
  })
  const json = yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => refused("it is not JSON")
  })
  const read: ReadCards = yield* Effect.mapError(readCards(json), ({ message }) =>
    refused(Predicate.hasProperty(json, "cards") ? message : forms)
  )
  return read.cards.length === 0 && read.skipped.length > 0 ? yield* refused("no entry states a price") : read
})
