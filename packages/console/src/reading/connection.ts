import { InvalidCredential, RateLimited, RequestFailed } from "@tollgate/client"
import { refusedReason, session, signOut } from "../session/signing.js"
import { type Store, store } from "../store.js"

/** What keeps the page from reading; null if nothing does. */
export type Trouble = { readonly kind: "away" } | { readonly kind: "limited"; readonly until: number } | null

export const trouble: Store<Trouble> = store<Trouble>(null)

/** Whether the failure means that no server has answered: it is away, or the proxy before it says so. */
const isAway = (failure: unknown): boolean =>
  failure instanceof RequestFailed &&
  (failure.reason === "no_answer" || failure.status === 502 || failure.status === 503 || failure.status === 504)

/** Takes notice of a request that succeeded. */
export const heard = (): void => {
  const now = trouble.get()
  if (now?.kind === "limited" && now.until > Date.now()) return
  trouble.set(null)
}

/** Takes notice of a failure: the server is away, asks to wait, or refuses the key. */
export const failed = (failure: unknown): void => {
  if (failure instanceof InvalidCredential) {
    signOut(refusedReason(session.get()?.key.expires_at ?? null))
  } else if (failure instanceof RateLimited) {
    trouble.set({ kind: "limited", until: Date.now() + (failure.retryAfter ?? 5) * 1000 })
  } else if (isAway(failure)) {
    trouble.set({ kind: "away" })
  }
}
