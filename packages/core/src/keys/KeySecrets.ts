import type * as DateTime from "effect/DateTime"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import type { KeyHash } from "../values/KeyHash.js"
import { isAlive } from "./Expiry.js"
import type { SecretRotation } from "./KeyStore.js"

interface Secret {
  readonly key: KeyHash
  /** The instant from which the secret is refused; null if it has no end. */
  readonly until: DateTime.Utc | null
}

/** The secrets of all keys in memory: by the SHA-256 of the secret, and the SHA-256s of each key. */
export interface KeySecrets {
  readonly bySecret: HashMap.HashMap<KeyHash, Secret>
  readonly ofKey: HashMap.HashMap<KeyHash, ReadonlyArray<KeyHash>>
}

export const empty: KeySecrets = { bySecret: HashMap.empty(), ofKey: HashMap.empty() }

export const has = ({ bySecret }: KeySecrets, secret: KeyHash): boolean => HashMap.has(bySecret, secret)

/** The key of a secret that has not ended. */
export const keyOf = ({ bySecret }: KeySecrets, secret: KeyHash, at: DateTime.Utc): Option.Option<KeyHash> =>
  Option.filterMap(HashMap.get(bySecret, secret), ({ key, until }) =>
    isAlive(until, at) ? Option.some(key) : Option.none()
  )

/** The instant from which a secret is refused. Null if it has no end. */
export const endOf = ({ bySecret }: KeySecrets, secret: KeyHash): DateTime.Utc | null =>
  Option.match(HashMap.get(bySecret, secret), { onNone: () => null, onSome: ({ until }) => until })

const secretsOf = ({ ofKey }: KeySecrets, key: KeyHash) =>
  Option.getOrElse(HashMap.get(ofKey, key), (): ReadonlyArray<KeyHash> => [])

const replace = (
  { bySecret, ofKey }: KeySecrets,
  key: KeyHash,
  secrets: ReadonlyArray<readonly [KeyHash, Secret]>
): KeySecrets => ({
  bySecret: HashMap.union(bySecret, HashMap.fromIterable(secrets)),
  ofKey: HashMap.set(
    ofKey,
    key,
    secrets.map(([secret]) => secret)
  )
})

/** Removes the secrets of a key. */
export const remove = (all: KeySecrets, key: KeyHash): KeySecrets => ({
  bySecret: HashMap.removeMany(all.bySecret, secretsOf(all, key)),
  ofKey: HashMap.remove(all.ofKey, key)
})

/** Adds the first secret of a key. Unless the key is imported, the secret's SHA-256 is its hash. */
export const add = (all: KeySecrets, key: KeyHash, secret = key): KeySecrets => ({
  bySecret: HashMap.set(all.bySecret, secret, { key, until: null }),
  ofKey: HashMap.set(all.ofKey, key, [secret])
})

/** Adds a secret to a key, ends the one without an end, and removes those that have ended. */
export const rotate = (
  all: KeySecrets,
  key: KeyHash,
  { secret, until }: SecretRotation,
  at: DateTime.Utc
): KeySecrets => {
  const kept = secretsOf(all, key).flatMap((one): ReadonlyArray<readonly [KeyHash, Secret]> => {
    const before = HashMap.get(all.bySecret, one)
    const after = Option.map(before, (it): Secret => ({ ...it, until: it.until ?? until }))
    return Option.isSome(after) && isAlive(after.value.until, at) ? [[one, after.value]] : []
  })
  return replace(remove(all, key), key, [...kept, [secret, { key, until: null }]])
}
