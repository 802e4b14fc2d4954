import * as Redacted from "effect/Redacted"

const plain = /^[\x21-\x7e]+$/
const structured = /^[[{<]|^-----|["=;,]|:\/\//

/**
 * How a provider secret is told apart on a screen: up to 4 characters at each end, never more than a quarter of it in
 * all, and `***` for one that is short, or structured (a JSON key file, a PEM block, a connection string).
 */
export const maskSecret = (secret: Redacted.Redacted): string => {
  const text = Redacted.value(secret)
  if (text.length < 16 || !plain.test(text) || structured.test(text)) return "***"
  const shown = Math.min(4, Math.floor(text.length / 8))
  return `${text.slice(0, shown)}...${text.slice(-shown)}`
}
