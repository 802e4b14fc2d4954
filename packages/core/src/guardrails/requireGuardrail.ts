import { requireOwned } from "../access/requireOwned.js"
import { GuardrailIdInput, GuardrailNotFound } from "./Guardrail.js"

/** Reads or changes a guardrail of the caller's organization by its UUID. Fails with `GuardrailNotFound`. */
export const requireGuardrail = requireOwned(GuardrailIdInput, (id) => GuardrailNotFound.of(id))
