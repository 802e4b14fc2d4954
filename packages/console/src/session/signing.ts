import { InvalidCredential, Tollgate } from "@tollgate/client"
import { Names } from "../reading/Names.js"
import { notice } from "../shell/notices.js"
import { type Store, store } from "../store.js"
import { apiAddress } from "./apiAddress.js"
import { forgetKey, keepKey, keptKey } from "./keptKey.js"
import { readCsv } from "./readCsv.js"
import { kindOf, type Session } from "./Session.js"

/** Time without input after which a key is forgotten, in milliseconds. */
const IDLE_MS = 30 * 60_000

/** The key that is signed in; null if none is. */
export const session: Store<Session | null> = store<Session | null>(null)

/** Why the last session ended, for the page of the sign-in; null if the reader ended it. */
export const ended: Store<string | null> = store<string | null>(null)

/** The secret is in the closures of the account and of this function, and nowhere else in memory. */
const open = async (secret: string): Promise<Session> => {
  const account = Tollgate.connect({ url: apiAddress() }).withKey(secret)
  const key = await account.keys.current()
  const kind = kindOf(key)
  return {
    account,
    key,
    kind,
    canChange: kind === "management",
    names: new Names(account),
    readCsv: (path) => readCsv(secret, path)
  }
}

/** Signs in with a key. It is kept until the tab closes if `keeps`, otherwise until the page is left. Rejects as `keys.current` does. */
export const signIn = async (secret: string, keeps: boolean): Promise<void> => {
  const opened = await open(secret)
  if (keeps) keepKey(secret)
  else forgetKey()
  ended.set(null)
  session.set(opened)
}

/** Forgets the key, and says why. A notice of this session is not for the next one. */
export const signOut = (reason: string | null): void => {
  forgetKey()
  notice.set(null)
  ended.set(reason)
  session.set(null)
}

const idleReason = "You were signed out after 30 minutes without input. Paste the key again."

/** Signs in with the key that this tab has kept, if it has one. */
export const resume = async (): Promise<void> => {
  const kept = keptKey()
  if (kept === null) return
  if (Date.now() - kept.at > IDLE_MS) return signOut(idleReason)
  await signIn(kept.secret, true).catch((failure: unknown) => {
    if (failure instanceof InvalidCredential) return signOut(refusedReason(null))
    throw failure
  })
}

/** Signs out after 30 minutes without input. */
export const watchInput = (): (() => void) => {
  let last = Date.now()
  let kept = last
  const noteInput = () => {
    const now = Date.now()
    // A tab that slept has no timers: the first input after it must not renew the time.
    if (now - last > IDLE_MS) return signOut(idleReason)
    last = now
    const secret = keptKey()?.secret
    if (secret !== undefined && now - kept > 30_000) {
      kept = now
      keepKey(secret)
    }
  }
  const inputs = ["pointerdown", "keydown", "wheel", "touchstart"] as const
  for (const input of inputs) addEventListener(input, noteInput, { passive: true })
  const check = () => {
    if (Date.now() - last > IDLE_MS) signOut(idleReason)
  }
  const timer = setInterval(check, 10_000)
  document.addEventListener("visibilitychange", check)
  return () => {
    for (const input of inputs) removeEventListener(input, noteInput)
    document.removeEventListener("visibilitychange", check)
    clearInterval(timer)
  }
}

/** Why a key that has worked is refused. */
export const refusedReason = (expires: string | null): string =>
  expires !== null && Date.parse(expires) <= Date.now()
    ? "The key has expired. Paste another one."
    : "The server refuses the key: it was disabled, deleted or rotated, or has expired. Paste another one."
