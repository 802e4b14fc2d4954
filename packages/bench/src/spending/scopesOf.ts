/** How many keys there are, and in how many workspaces. */
export const KEYS = 1_000
export const WORKSPACES = 10

/** What a request holds and what it costs, in nano-dollars. */
export const HELD = 10_000_000n
export const COST = 4_000_000n
/** A limit that no run reaches. */
export const LIMIT = 1_000_000_000_000_000n

/** Numbers of the five scopes of a request: the key, two guardrails, the workspace and the organization. */
export const scopesOf = (n: number): readonly [number, number, number, number, number] => {
  const key = n % KEYS
  return [1 + key, 10_000 + key, 20_000 + key, 30_000 + (key % WORKSPACES), 40_000]
}
