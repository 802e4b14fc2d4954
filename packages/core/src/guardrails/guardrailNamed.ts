import * as Effect from "effect/Effect"
import { anyCase } from "../Id.js"
import { named } from "../named.js"
import { GuardrailId, GuardrailNotFound } from "./Guardrail.js"

const readId = named(anyCase(GuardrailId))

/** Reads a guardrail's UUID; anything else names no guardrail. */
export const guardrailNamed = (text: string): Effect.Effect<GuardrailId, GuardrailNotFound> =>
  Effect.mapError(readId(text), () => new GuardrailNotFound())
