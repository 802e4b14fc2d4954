/** A byte as hex digits, which is cheaper than formatting it. */
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

/** A UUIDv7 (RFC 9562, section 5.7) of an instant in milliseconds since 1970, from 10 random bytes. */
export const formatUuidV7 = (instant: number, random: Uint8Array): string => {
  const time = instant.toString(16).padStart(12, "0")
  let rest = ""
  for (const byte of random) rest += hex[byte]
  const last = random[9]
  if (last === undefined) throw new Error("An id needs 10 random bytes.")
  const variant = (8 + (last & 3)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-${variant}${rest.slice(3, 6)}-${rest.slice(6, 18)}`
}
