import * as Context from "effect/Context"

/** Largest body of an operation without a limit of its own, in bytes. */
export const STANDARD_BODY_BYTES = 65_536

export const KIB = 1024
export const MIB = 1024 * KIB

/**
 * Largest body of an operation, in bytes. An operation whose valid bodies may be larger than 64 KiB states its own limit:
 * the size of its largest valid body as JSON in UTF-8 with only the escapes that RFC 8259 (section 7) requires, rounded
 * up.
 */
export class BodyLimit extends Context.Reference<BodyLimit>()("@tollgate/http/BodyLimit", {
  defaultValue: () => STANDARD_BODY_BYTES
}) {}
