import { requireOwned } from "../access/requireOwned.js"
import { GuardrailIdInput, GuardrailNotFound } from "./Guardrail.js"

/** A guardrail of the caller's organization, by its UUID. */
export const requireGuardrail = requireOwned(GuardrailIdInput, (id) => GuardrailNotFound.of(id))
