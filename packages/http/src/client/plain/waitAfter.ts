/** How often a change is sent at most. */
const MAX_TRIES = 3

/** The longest wait for the next try, in milliseconds. A server that asks for a longer one is not asked again. */
const MAX_WAIT_MS = 10_000

const gatewayFailures: ReadonlyArray<number> = [502, 503, 504]

/** A request that failed, as far as it decides whether it is sent again. */
interface Failed {
  /** Whether the connection was lost, before the answer or within it. */
  readonly isLost: boolean
  /** The status of the answer, and the seconds that it asks to wait; null if there is none. */
  readonly head: { readonly status: number; readonly retryAfter: number | null } | null
}

/** Milliseconds until a change is sent again, after so many tries; null if it is not. */
export const waitAfter = ({ head, isLost }: Failed, tries: number): number | null => {
  const isBusy = head !== null && (head.status === 429 || gatewayFailures.includes(head.status))
  if (tries >= MAX_TRIES || !(isBusy || isLost)) return null
  const wait = Math.max(100 * 4 ** (tries - 1), (isBusy ? (head.retryAfter ?? 0) : 0) * 1000)
  return wait > MAX_WAIT_MS ? null : wait
}
