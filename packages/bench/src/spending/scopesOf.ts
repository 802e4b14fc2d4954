/** How many keys there are, and in how many workspaces. */
export const KEYS = 1_000
export const WORKSPACES = 10

/** What a request holds and what it costs, in nano-dollars. */
export const HELD = 10_000_000n
export const COST = 4_000_000n
/** A limit that no run reaches. */
export const LIMIT = 1_000_000_000_000_000n

/** Numbers of the five scopes of a request: the key, two guardrails, the workspace and the organization. */
export const scopesOf = (n: number, keys = KEYS): readonly [number, number, number, number, number] => {
  const key = n % keys
  const apart = Math.max(10_000, keys)
  return [1 + key, apart + key, 2 * apart + key, 3 * apart + (key % WORKSPACES), 3 * apart + WORKSPACES]
}

/** Keys in an order in which neighbours are not used one after another. Every key has its turn. */
export const keyAt = (n: number, keys: number): number => (n * 7_919) % keys
