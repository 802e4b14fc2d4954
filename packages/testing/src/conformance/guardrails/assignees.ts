import { ok } from "../Expectation.js"
import type { UserList } from "../families/userLists.js"
import { UNKNOWN_HASH } from "../Ids.js"

export const keys: UserList = { name: "key_hashes", unknown: UNKNOWN_HASH, most: 1_000 }

export const members: UserList = { name: "member_user_ids", most: 1_000 }

export const assigned = (count: number) => ok({ assigned_count: count })
export const unassigned = (count: number) => ok({ unassigned_count: count })
