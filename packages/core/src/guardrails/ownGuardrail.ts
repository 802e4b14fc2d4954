import { own } from "../own.js"
import { GuardrailIdInput, GuardrailNotFound } from "./Guardrail.js"

/** A guardrail of the caller's organization, by its UUID. */
export const ownGuardrail = own(GuardrailIdInput, GuardrailNotFound.of)
