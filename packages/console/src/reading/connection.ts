import { InvalidCredential, RateLimited, RequestFailed } from "@tollgate/client"
import { refusedReason, session, signOut } from "../session/signing.js"
import { type Store, store } from "../store.js"

/** Why the page cannot read: the server does not answer, or asks to wait until a time. Null if it can. */
export type Trouble = { readonly kind: "away" } | { readonly kind: "limited"; readonly until: number } | null

/** It is until a time of the page's own clock (`performance.now()`), which nobody sets. */
export const trouble: Store<Trouble> = store<Trouble>(null)

// The next key may not have to wait.
session.subscribe(() => trouble.set(null))

/** Whether the server, or a proxy on its behalf, has not answered. */
const isAway = (failure: unknown): boolean =>
  failure instanceof RequestFailed &&
  (failure.reason === "no_answer" || failure.status === 502 || failure.status === 503 || failure.status === 504)

/** Records that a request succeeded. */
export const heard = (): void => {
  const now = trouble.get()
  if (now?.kind === "limited" && now.until > performance.now()) return
  trouble.set(null)
}

/** Records a failure: the server does not answer, asks to wait, or refuses the key. */
export const failed = (failure: unknown): void => {
  if (failure instanceof InvalidCredential) {
    signOut(refusedReason(session.get()?.key.expires_at ?? null))
  } else if (failure instanceof RateLimited) {
    trouble.set({ kind: "limited", until: performance.now() + (failure.retryAfter ?? 5) * 1000 })
  } else if (isAway(failure)) {
    trouble.set({ kind: "away" })
  }
}
