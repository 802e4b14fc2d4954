import * as Redacted from "effect/Redacted"

/** Whether a header can carry a key. What none can carry would be told, value and all, by whoever refuses to send it. */
export const isToken = (key: Redacted.Redacted): boolean => /^[\x21-\x7e]+$/.test(Redacted.value(key))
