import * as Redacted from "effect/Redacted"

/** Whether a header can carry this key. The error of a client that cannot send it would contain the key. */
export const isToken = (key: Redacted.Redacted): boolean => /^[\x21-\x7e]+$/.test(Redacted.value(key))
