import * as Predicate from "effect/Predicate"

/** Why a message was not delivered, in a few words that repeat nothing of the URL, the secret or the answer. */
export type UnsentReason = string

const reasons: Readonly<Record<string, UnsentReason>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection reset",
  EPIPE: "connection reset",
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "host unreachable",
  EADDRNOTAVAIL: "host unreachable",
  ETIMEDOUT: "timeout",
  ENOTFOUND: "unknown host",
  ENODATA: "unknown host",
  EAI_AGAIN: "no answer from DNS",
  ESERVFAIL: "no answer from DNS",
  ECONNABORTED: "no answer from DNS",
  ECANCELLED: "no answer from DNS",
  ETIMEOUT: "no answer from DNS",
  HPE_HEADER_OVERFLOW: "headers too large"
}

const codeOf = (error: unknown) =>
  Predicate.hasProperty(error, "code") && typeof error.code === "string" && /^[A-Z0-9_]{1,60}$/.test(error.code)
    ? error.code
    : ""

/** The reason of an error of Node.js, by its code: messages repeat names and addresses. */
export const unsentReason = (error: unknown): UnsentReason => {
  const code = codeOf(error)
  return reasons[code] ?? (code.startsWith("HPE_") ? "invalid answer" : "connection failed")
}

/** The same while TLS is agreed upon, such as `tls: CERT_HAS_EXPIRED`. */
export const unsentByTls = (error: unknown): UnsentReason => {
  const code = codeOf(error)
  if (code in reasons) return unsentReason(error)
  return code === "" ? "tls" : `tls: ${code}`
}
