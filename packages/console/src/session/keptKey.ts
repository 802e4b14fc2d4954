/** The name in `sessionStorage` of the key, if the reader ticked that. */
const NAME = "tollgate.key"

/** The key, and the time of the last input, in milliseconds since 1970. */
interface Kept {
  readonly secret: string
  readonly at: number
}

const parse = (text: string): Kept | null => {
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== "object" || kept === null || !("secret" in kept) || !("at" in kept)) return null
    const { at, secret } = kept
    return typeof secret === "string" && typeof at === "number" ? { secret, at } : null
  } catch {
    return null
  }
}

/** A browser may refuse storage, as for a page in a sandbox. Then a key is in memory only. */
const guarded = <A>(use: (storage: Storage) => A, otherwise: A): A => {
  try {
    return use(sessionStorage)
  } catch {
    return otherwise
  }
}

export const keepKey = (secret: string): void =>
  guarded((storage) => storage.setItem(NAME, JSON.stringify({ secret, at: Date.now() })), undefined)

export const keptKey = (): Kept | null => {
  const text = guarded((storage) => storage.getItem(NAME), null)
  return text === null ? null : parse(text)
}

export const forgetKey = (): void => guarded((storage) => storage.removeItem(NAME), undefined)
