import { ok } from "../answers.js"
import type { UserList } from "../families/userLists.js"
import { UNKNOWN_HASH } from "../Ids.js"

/** The list of keys, with one that the state `key-fresh` provides. */
export const freshKeys: UserList = { name: "key_hashes", user: "{FRESH_KEY_HASH}", unknown: UNKNOWN_HASH, most: 1_000 }

/** The same with a key that the state `key-assigned` provides. */
export const assignedKeys: UserList = { ...freshKeys, user: "{ASSIGNED_KEY_HASH}" }

/** The list of members, with one that the state `member-fresh` provides. */
export const freshMembers: UserList = { name: "member_user_ids", user: "{FRESH_USER_ID}", most: 1_000 }

/** The same with a member that the state `member-assigned` provides. */
export const assignedMembers: UserList = { ...freshMembers, user: "{MEMBER_USER_ID}" }

export const assigned = (count: number) => ok({ assigned_count: count })
export const unassigned = (count: number) => ok({ unassigned_count: count })

/** The path of the assignments of a guardrail. */
export const assignmentsOf = (id: string, kind: "keys" | "members") => `/guardrails/${id}/assignments/${kind}`
