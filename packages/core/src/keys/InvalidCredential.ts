import { refusal } from "../schema/refusal.js"

/** The key is unknown, malformed, disabled or expired. The refusal does not say which. */
export class InvalidCredential extends refusal<InvalidCredential>()("InvalidCredential", {}) {}
