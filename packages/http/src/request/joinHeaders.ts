import * as Headers from "@effect/platform/Headers"

/** The one header of a refused request that its answer depends on. */
export const originAlone = (origin: string | null | undefined): Headers.Headers =>
  typeof origin === "string" ? Headers.unsafeFromRecord({ origin }) : Headers.empty

/**
 * Headers by lower-case name, from alternating names and values. Repeated headers are joined (RFC 9110, section 5.3),
 * cookies as they would be in one header (RFC 9113, section 8.2.3).
 */
export const joinHeaders = (raw: ReadonlyArray<string>): Headers.Headers => {
  const headers: Record<string, string> = {}
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] ?? "").toLowerCase()
    const value = raw[i + 1] ?? ""
    headers[name] = Object.hasOwn(headers, name)
      ? `${headers[name]}${name === "cookie" ? "; " : ", "}${value}`.trim()
      : value
  }
  return Headers.unsafeFromRecord(headers)
}
