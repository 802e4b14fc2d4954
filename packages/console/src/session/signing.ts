import { InvalidCredential, Tollgate } from "@tollgate/client"
import { elapsed } from "../elapsed.js"
import { Names } from "../reading/Names.js"
import { notice } from "../shell/notices.js"
import { leavePlace } from "../shell/route.js"
import { type Store, store } from "../store.js"
import { apiAddress } from "./apiAddress.js"
import { boundedFetch } from "./boundedFetch.js"
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
  const account = Tollgate.connect({ url: apiAddress(), fetch: boundedFetch }).withKey(secret)
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

/** The hash of the key that was signed in last; null before the first. */
let lastHash: string | null = null

/** Signs in with a key. It is kept until the tab closes if `keeps`, otherwise until the page is left. Rejects as `keys.current` does. */
export const signIn = async (secret: string, keeps: boolean): Promise<void> => {
  const opened = await open(secret)
  if (keeps) keepKey(secret)
  else forgetKey()
  // What another has searched for, or looked at, is not the next one's.
  if (lastHash !== null && lastHash !== opened.key.hash) leavePlace()
  lastHash = opened.key.hash
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

/** A clock that is set by the network steps by less, in milliseconds. */
const CLOCK_ERROR_MS = 60_000

/** Signs in with the key that this tab has kept, if it has one. */
export const resume = async (): Promise<void> => {
  const kept = keptKey()
  if (kept === null) return
  // A time to come says that the clock was set back: how long that is ago is not known.
  const age = Date.now() - kept.at
  if (age > IDLE_MS || age < -CLOCK_ERROR_MS) return signOut(idleReason)
  await signIn(kept.secret, true).catch((failure: unknown) => {
    if (failure instanceof InvalidCredential) return signOut(refusedReason(null))
    throw failure
  })
}

/** Signs out after 30 minutes without input, and when the page is left in a way that the browser may bring back with all that it has in memory. */
export const watchInput = (): (() => void) => {
  let idle = elapsed()
  let kept = elapsed()
  const isOver = () => idle() > IDLE_MS
  const check = () => {
    if (isOver() && (session.get() !== null || keptKey() !== null)) signOut(idleReason)
  }
  const noteInput = () => {
    // A tab that slept has no timers: the first input after it must not renew the time.
    check()
    idle = elapsed()
    const secret = keptKey()?.secret
    if (secret !== undefined && kept() > 30_000) {
      kept = elapsed()
      keepKey(secret)
    }
  }
  const left = () => {
    if (keptKey() === null) signOut(null)
  }
  const inputs = ["pointerdown", "keydown", "wheel", "touchstart"] as const
  for (const input of inputs) addEventListener(input, noteInput, { passive: true })
  addEventListener("pagehide", left)
  const timer = setInterval(check, 10_000)
  document.addEventListener("visibilitychange", check)
  return () => {
    for (const input of inputs) removeEventListener(input, noteInput)
    removeEventListener("pagehide", left)
    document.removeEventListener("visibilitychange", check)
    clearInterval(timer)
  }
}

/** Why a key that has worked is refused. */
export const refusedReason = (expires: string | null): string =>
  expires !== null && Date.parse(expires) <= Date.now()
    ? "The key has expired. Paste another one."
    : "The server refuses the key: it was disabled, deleted or rotated, or has expired. Paste another one."
