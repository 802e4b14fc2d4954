import type { Expectation, Step } from "./Case.js"
import type { State } from "./states.js"

/** An id in the path. */
export interface Ids {
  /** The id of a valid request, a placeholder. */
  readonly own: string
  /** The same kind of id, of the other organization. */
  readonly theirs: string
  /** A well-formed id that does not exist. */
  readonly unknownId: string
  /** An id of something deleted, and the state that provides it. */
  readonly deleted?: { readonly id: string; readonly setup: State }
  /** The other organization's request afterwards, which shows that its own object is unchanged. */
  readonly untouched?: Step
  /** The answer to a malformed id. @default the answer to an unknown one */
  readonly malformed?: Expectation
  /** More malformed segments; `$` is the id. */
  readonly more?: ReadonlyArray<string>
  /** Other spellings of the id, by name. */
  readonly same?: Readonly<Record<string, string>>
  /** More well-formed ids that do not exist here, by name. */
  readonly others?: Readonly<Record<string, string>>
}

/** What one resource or one operation says of its ids beside their form. */
type More = Omit<Ids, "own" | "theirs" | "unknownId">

/** The placeholder with a change to its value. */
const changed = (own: string, change: string) => own.replace("}", `|${change}}`)

/** A well-formed UUID of nothing. */
export const UNKNOWN_UUID = "7f9c24e8-3b12-4fef-91d0-62f4a0a0b001"

/** A UUID, in any letter case and in no other form. */
export const uuid = (own: string, theirs: string, { more = [], ...rest }: More = {}): Ids => ({
  own,
  theirs,
  unknownId: UNKNOWN_UUID,
  more: [changed(own, "chop"), changed(own, "nodash"), "urn:uuid:$", ...more],
  same: { "in upper case": changed(own, "upper") },
  others: {
    "of something else": own === "{GUARDRAIL_ID}" ? "{BYOK_ID}" : "{GUARDRAIL_ID}",
    "the nil UUID": "00000000-0000-0000-0000-000000000000",
    "the UUID of all ones": "ffffffff-ffff-ffff-ffff-ffffffffffff"
  },
  ...rest
})

/** A well-formed hash of no key. */
export const UNKNOWN_HASH = "0".repeat(64)

/** The hash of a key: 64 lower-case hex digits. */
export const hash = (own: string, theirs: string): Ids => ({
  own,
  theirs,
  unknownId: UNKNOWN_HASH,
  more: [changed(own, "upper"), changed(own, "chop"), "{z*64}", "0".repeat(12), "{GUARDRAIL_ID}"]
})

/** The slug of a preset. */
export const slug = (own: string, theirs: string, { more = [], ...rest }: More = {}): Ids => ({
  own,
  theirs,
  unknownId: "no-such-preset",
  more: ["$-", "-$", "{a*51}", changed(own, "chop"), ...more],
  ...rest
})
