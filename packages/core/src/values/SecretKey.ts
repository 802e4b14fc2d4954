import { crc32 } from "node:zlib"
import * as Brand from "effect/Brand"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { Entropy } from "../runtime/Entropy.js"
import type { KeyHash } from "./KeyHash.js"
import { sha256 } from "./sha256.js"

/** What a key says of itself. Only a hint: the stored row decides what a key may do. */
export type SecretKeyKind = "ordinary" | "management"

/** The letters that start every key, `tg` in `tg_sk_…`: configurable, so that a leaked key tells whose it is. */
export class KeyPrefix extends Context.Reference<KeyPrefix>()("@tollgate/core/KeyPrefix", {
  defaultValue: () => "tg"
}) {}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const base62 = (value: bigint, length: number): string => {
  let text = ""
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet[Number(rest % 62n)] + text
  return text
}

/** CRC-32 as in ISO 3309 and zlib. */
const checksum = (body: string): string => {
  let text = ""
  for (let rest = crc32(body); text.length < 6; rest = Math.floor(rest / 62)) text = alphabet[rest % 62] + text
  return text
}

const kinds = { sk: "ordinary", mk: "management" } as const

/**
 * A new key: `<prefix>_sk_` or `<prefix>_mk_`, 43 base62 characters of 256 random bits, and 6 of a CRC-32 over what
 * stands before, by which junk is told from keys without asking storage.
 */
export const mint = (kind: SecretKeyKind): Effect.Effect<Redacted.Redacted> =>
  Effect.gen(function* () {
    const prefix = yield* KeyPrefix
    const random = Buffer.from(yield* Entropy.bytes(32)).toString("hex")
    const body = `${prefix}_${kind === "ordinary" ? "sk" : "mk"}_${base62(BigInt(`0x${random}`), 43)}`
    return Redacted.make(body + checksum(body))
  })

/** The kind that a well-formed key names; none for anything that was never minted under this prefix. */
export const parse = (prefix: string, secret: Redacted.Redacted): Option.Option<SecretKeyKind> => {
  const text = Redacted.value(secret)
  if (text.length !== prefix.length + 53 || !text.startsWith(`${prefix}_`)) return Option.none()
  const rest = text.slice(prefix.length + 1)
  if (!/^[sm]k_[0-9A-Za-z]{49}$/.test(rest)) return Option.none()
  if (checksum(text.slice(0, -6)) !== text.slice(-6)) return Option.none()
  return Option.some(kinds[rest.startsWith("sk") ? "sk" : "mk"])
}

// A SHA-256 has the form, so it is not looked at.
const keyHash = Brand.nominal<KeyHash>()

/** The key's public name. */
export const hash = (secret: Redacted.Redacted): KeyHash => keyHash(sha256(secret))

/** How a key is shown afterwards: its prefix, 3 characters, `...` and the last 4. */
export const mask = (secret: Redacted.Redacted): string => {
  const text = Redacted.value(secret)
  return `${text.slice(0, text.lastIndexOf("_") + 4)}...${text.slice(-4)}`
}
