import type { Account, AccountName } from "./Account.js"
import type { Expectation } from "./Expectation.js"
import type { Run } from "./Run.js"

/** An id in the path, beside the one of a valid request. */
export interface Ids {
  /** The same kind of id, of the other organization. */
  readonly theirs: (account: Account) => string
  /** A well-formed id that does not exist. */
  readonly unknownId: string
  /** Makes an id of something deleted. */
  readonly deleted?: (run: Run) => Promise<string>
  /** Asks the other organization afterwards, and finds its own object unchanged. */
  readonly untouched?: (run: Run, theirs: string) => Promise<unknown>
  /** The answer to a malformed id. @default the answer to an unknown one */
  readonly malformed?: Expectation
  /** More malformed segments, by name, made from the id. */
  readonly more?: Readonly<Record<string, (own: string, account: Account) => string>>
  /** Other spellings of the id, by name. */
  readonly same?: Readonly<Record<string, (own: string) => string>>
  /** More well-formed ids that do not exist here, by name. */
  readonly others?: Readonly<Record<string, (account: Account) => string>>
}

/** What one resource or one operation says of its ids beside their form. */
type More = Omit<Ids, "theirs" | "unknownId">

const chop = (text: string) => text.slice(0, -1)
const upper = (text: string) => text.toUpperCase()

/** A well-formed UUID of nothing. */
export const UNKNOWN_UUID = "7f9c24e8-3b12-4fef-91d0-62f4a0a0b001"

/** A UUID, in any letter case and in no other form. `another` is one of something else. */
export const uuid = (
  theirs: Ids["theirs"],
  { more, ...rest }: More = {},
  another: AccountName = "GUARDRAIL_ID"
): Ids => ({
  theirs,
  unknownId: UNKNOWN_UUID,
  more: {
    "the id minus one character": chop,
    "the id without hyphens": (own) => own.replaceAll("-", ""),
    "urn:uuid:$": (own) => `urn:uuid:${own}`,
    ...more
  },
  same: { "in upper case": upper },
  others: {
    "of something else": (account) => account[another],
    "the nil UUID": () => "00000000-0000-0000-0000-000000000000",
    "the UUID of all ones": () => "ffffffff-ffff-ffff-ffff-ffffffffffff"
  },
  ...rest
})

/** A well-formed hash of no key. */
export const UNKNOWN_HASH = "0".repeat(64)

/** The hash of a key: 64 lower-case hex digits. */
export const hash: Ids = {
  theirs: ({ OTHER_KEY_HASH }) => OTHER_KEY_HASH,
  unknownId: UNKNOWN_HASH,
  more: {
    "the id in upper case": upper,
    "the id minus one character": chop,
    "64 letters z": () => "z".repeat(64),
    "000000000000": () => "0".repeat(12),
    "a UUID": (_, { GUARDRAIL_ID }) => GUARDRAIL_ID
  }
}

/** The slug of a preset. */
export const presetSlug: Ids = {
  theirs: ({ OTHER_PRESET_SLUG }) => OTHER_PRESET_SLUG,
  unknownId: "no-such-preset",
  more: {
    "$-": (own) => `${own}-`,
    "-$": (own) => `-${own}`,
    "51 letters": () => "a".repeat(51),
    "the id minus one character": chop,
    "$%2Fversions": (own) => `${own}%2Fversions`
  }
}
