import * as Schema from "effect/Schema"
import { type InputIssue, refusal } from "../schema/refusal.js"
import { KeyHash } from "../values/KeyHash.js"

/** What a caller sends instead, by the change that is refused. */
const instead = {
  enable: { path: ["disabled"], expected: "true, for a key whose user is not a member of its workspace" },
  rotate: { path: ["hash"], expected: "a key whose user is a member of its workspace" }
} as const

/**
 * The user of the key has left its workspace, or the organization in the case of a management key. Such a key is neither enabled nor
 * rotated; it may be disabled and deleted.
 */
export class CreatorLeft extends refusal<CreatorLeft>()(
  "CreatorLeft",
  {
    hash: KeyHash,
    /** The change that is refused: enabling the key, or giving it a new secret. */
    change: Schema.Literal("enable", "rotate")
  },
  {
    status: 400,
    reason: "creator_left",
    sentence: "The user of the key is not a member of its workspace.",
    from: ({ path: { hash }, payload: { disabled } }) => ({ hash, change: disabled === false ? "enable" : "rotate" })
  }
) {
  override get issues(): ReadonlyArray<InputIssue> {
    return [instead[this.change]]
  }
}
