import * as Schema from "effect/Schema"
import { documented } from "../../schema/fields.js"
import { refusal } from "../../schema/refusal.js"

/** Why a key cannot spend. Only a trusted caller learns it: the host, or a gateway with its own key. */
export const KeyState = Schema.Literal("unknown", "disabled", "expired", "management", "gateway", "creator_left")
export type KeyState = typeof KeyState.Type

const sentences: Readonly<Record<KeyState, string>> = {
  unknown: "The key is unknown.",
  disabled: "The key is disabled.",
  expired: "The key has expired.",
  management: "A management key cannot spend.",
  gateway: "A gateway key cannot spend.",
  creator_left: "The user of the key is not a member of its workspace."
}

/** The key cannot spend. */
export class KeyRefused extends refusal<KeyRefused>()(
  "KeyRefused",
  { key_state: documented(KeyState, "Why the key cannot spend.", "disabled") },
  { status: 403, reason: "key_refused", sentence: "The key cannot spend.", stated: ["key_state"] }
) {
  override get message(): string {
    return sentences[this.key_state]
  }
}
