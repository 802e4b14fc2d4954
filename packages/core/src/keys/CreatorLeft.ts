import * as Schema from "effect/Schema"
import { refusal } from "../schema/refusal.js"
import { KeyHash } from "../values/KeyHash.js"

/**
 * The user of the key has left its workspace, or the organization in the case of a management key. Such a key is neither enabled nor
 * rotated; it may be disabled and deleted.
 */
export class CreatorLeft extends refusal<CreatorLeft>()("CreatorLeft", {
  hash: KeyHash,
  /** The change that is refused: enabling the key, or giving it a new secret. */
  change: Schema.Literal("enable", "rotate")
}) {}
