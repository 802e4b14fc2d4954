import * as Redacted from "effect/Redacted"

const plain = /^[\x21-\x7e]+$/
const structured = /^[[{<]|^-----|["=;,]|:\/\//

/**
 * The label of a provider secret: up to 4 characters at each end, at most a quarter of it in total. `***` for a short or
 * structured secret (a JSON key file, a PEM block, a connection string).
 */
export const maskSecret = (secret: Redacted.Redacted): string => {
  const text = Redacted.value(secret)
  if (text.length < 16 || !plain.test(text) || structured.test(text)) return "***"
  const shown = Math.min(4, Math.floor(text.length / 8))
  return `${text.slice(0, shown)}...${text.slice(-shown)}`
}
