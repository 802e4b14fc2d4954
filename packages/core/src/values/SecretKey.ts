import { crc32 } from "node:zlib"
import * as Brand from "effect/Brand"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { Entropy } from "../runtime/Entropy.js"
import type { KeyHash } from "./KeyHash.js"
import { sha256 } from "./sha256.js"

/** The kind that a key's prefix states. It is only a hint: the stored record decides what the key may do. */
export type SecretKeyKind = "ordinary" | "management" | "gateway"

/** First part of every key, `tg` in `tg_sk_…`. Configurable, so that a leaked key shows its origin. @default "tg" */
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

const infixes = { ordinary: "sk", management: "mk", gateway: "gk" } as const
const kinds = new Map<string, SecretKeyKind>([
  ["sk", "ordinary"],
  ["mk", "management"],
  ["gk", "gateway"]
])

/**
 * Creates a key: `<prefix>_sk_`, `<prefix>_mk_` or `<prefix>_gk_`, 43 base62 characters of 256 random bits, and 6 base62 characters of a
 * CRC-32 of the preceding text. The checksum rejects malformed keys without a storage lookup.
 */
export const mint = (kind: SecretKeyKind): Effect.Effect<Redacted.Redacted> =>
  Effect.gen(function* () {
    const prefix = yield* KeyPrefix
    const random = Buffer.from(yield* Entropy.bytes(32)).toString("hex")
    const body = `${prefix}_${infixes[kind]}_${base62(BigInt(`0x${random}`), 43)}`
    return Redacted.make(body + checksum(body))
  })

/** The kind of a well-formed key; none for text that is not a key with this prefix. */
export const parse = (prefix: string, secret: Redacted.Redacted): Option.Option<SecretKeyKind> => {
  const text = Redacted.value(secret)
  if (text.length !== prefix.length + 53 || !text.startsWith(`${prefix}_`)) return Option.none()
  const rest = text.slice(prefix.length + 1)
  if (!/^[smg]k_[0-9A-Za-z]{49}$/.test(rest)) return Option.none()
  if (checksum(text.slice(0, -6)) !== text.slice(-6)) return Option.none()
  return Option.fromNullable(kinds.get(rest.slice(0, 2)))
}

// A SHA-256 always matches the pattern, so validation is skipped.
const keyHash = Brand.nominal<KeyHash>()

/** Public identifier of a key. */
export const hash = (secret: Redacted.Redacted): KeyHash => keyHash(sha256(secret))

/** Masked form of a key: its prefix, 3 characters, `...` and the last 4. */
export const mask = (secret: Redacted.Redacted): string => {
  const text = Redacted.value(secret)
  return `${text.slice(0, text.lastIndexOf("_") + 4)}...${text.slice(-4)}`
}
