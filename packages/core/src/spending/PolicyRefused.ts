import * as Schema from "effect/Schema"
import { GuardrailId } from "../guardrails/Guardrail.js"

const sentences = {
  model_not_allowed: "A guardrail does not allow a model of the request.",
  provider_not_allowed: "A guardrail does not allow the provider.",
  zdr_required: "A guardrail requires endpoints with zero data retention."
} as const

/** A guardrail does not allow the request. */
export class PolicyRefused extends Schema.TaggedError<PolicyRefused>()("PolicyRefused", {
  reason: Schema.Literal("model_not_allowed", "provider_not_allowed", "zdr_required"),
  guardrail_id: GuardrailId,
  /** Whether the guardrail applies to the key or to a member. */
  scope: Schema.Literal("guardrail_key", "guardrail_member")
}) {
  override get message(): string {
    return sentences[this.reason]
  }
}
