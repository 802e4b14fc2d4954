import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { type AnyAccount, callMethod } from "./AnyAccount.js"
import { isPage } from "./Page.js"

/** How many keys are listed when one has to be chosen. */
const SHOWN = 20

const WHOLE = /^[0-9a-f]{64}$/
const BEGINNING = /^[0-9a-f]{8,63}$/

interface Found {
  readonly hash: string
  readonly name: string
}

const sentences = {
  changed: "A key is changed by its hash, or the first 8 or more digits of it, and not by its name.",
  none: "There is no API key with this hash, this beginning of a hash (8 or more digits), or this name.",
  refused: "Only the host and management keys find a key by anything but its whole hash. State that.",
  several: "Several API keys match. Give the hash of one of them:"
} as const

/** A text names no API key, or several. It is not repeated: it may be a secret. */
export class KeyUnclear extends Data.TaggedError("KeyUnclear")<{
  readonly why: keyof typeof sentences
  readonly among?: ReadonlyArray<Found>
}> {
  override get message(): string {
    const { among = [], why } = this
    const shown = among.slice(0, SHOWN).map(({ hash, name }) => `  ${hash}  ${name}`)
    return [sentences[why], ...shown, ...(among.length > SHOWN ? ["  and more"] : [])].join("\n")
  }
}

const isFound = (key: unknown): key is Found =>
  Predicate.hasProperty(key, "hash") &&
  typeof key.hash === "string" &&
  Predicate.hasProperty(key, "name") &&
  typeof key.name === "string"

/** The message to a caller that may not list keys. A server does not accept a gateway key there. */
const mayNotList = (error: Error) =>
  Predicate.hasProperty(error, "_tag") && (error._tag === "ManagementKeyRequired" || error._tag === "InvalidCredential")

/** How a key is named: whether by a name, too, and whether gateways may call what it is named for. */
interface Naming {
  readonly isReading?: true
  readonly forGateways?: true
}

/**
 * The hash of the API key that a text names: by the hash, by the first 8 or more digits of it, or, to read, by the whole name. A whole hash is
 * not looked for. Digits are not taken for a name if a hash begins with them.
 */
export const namedKey = (account: AnyAccount, { forGateways, isReading }: Naming) => {
  const find = (by: { readonly hash_prefix: string } | { readonly name: string }) =>
    callMethod(account, { resource: "keys", method: "list" }, [{ limit: SHOWN + 1, ...by }]).pipe(
      Effect.mapError((error) => (forGateways && mayNotList(error) ? new KeyUnclear({ why: "refused" }) : error)),
      Effect.map((answer) => (isPage(answer) ? answer.data.filter(isFound) : []))
    )
  const named = (name: string) =>
    // In a query, `null` is no name, and all keys are listed.
    Effect.map(find({ name }), (found) => found.filter((key) => key.name === name))

  return Effect.fnUntraced(function* (text: string) {
    if (WHOLE.test(text)) return text
    const isBeginning = BEGINNING.test(text)
    if (!isBeginning && !isReading) return yield* new KeyUnclear({ why: "changed" })
    const begun = isBeginning ? yield* find({ hash_prefix: text }) : []
    const found = begun.length === 0 && isReading ? yield* named(text) : begun
    const [only, ...others] = found
    if (only === undefined) return yield* new KeyUnclear({ why: "none" })
    return others.length === 0 ? only.hash : yield* new KeyUnclear({ why: "several", among: found })
  })
}
