/**
 * The life cycle of a transaction, and of a nested part:
 *
 * - `waiting`: not begun. Its first statement begins it.
 * - `open`: runs statements.
 * - `suspended`: a nested part is running; other statements wait for its end.
 * - `expired`: rolled back before its body was done, because it took too long or was interrupted. Whatever is left of the
 *   body can do nothing more.
 * - `ended`: its body is done, and it was committed or rolled back. What the body forked runs outside of it.
 */
export type TransactionState = "waiting" | "open" | "suspended" | "expired" | "ended"
