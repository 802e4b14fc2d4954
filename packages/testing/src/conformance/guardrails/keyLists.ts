import { UNKNOWN_HASH } from "../families/hashes.js"
import { listing, type UserList } from "../families/userLists.js"

/** The list of keys in assignments and removals, with a key that the state `key-fresh` provides. */
export const freshKeys: UserList = {
  name: "key_hashes",
  user: "{FRESH_KEY_HASH}",
  unknown: UNKNOWN_HASH,
  most: 1_000
}

/** The same with a key that the state `key-assigned` provides. */
export const assignedKeys: UserList = { ...freshKeys, user: "{ASSIGNED_KEY_HASH}" }

export const UNKNOWN_KEY = listing(freshKeys, `["${UNKNOWN_HASH}"]`)

/** A body that lists hashes. */
export const keyList = (...hashes: ReadonlyArray<string>) => ({
  body: listing(freshKeys, JSON.stringify(hashes))
})
