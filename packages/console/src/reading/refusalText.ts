import { RateLimited, RequestFailed, StorageFailure } from "@tollgate/client"

/** What to do about an answer that the operation does not document, as a proxy before the server may give it. */
const ofStatus: Readonly<Record<number, string>> = {
  402: "The server answers 402: a budget does not admit this. Raise the limit, or wait for its next window.",
  403: "The server answers 403: this key may not do that. Sign in with a key that may.",
  413: "The server answers 413: the request is too large.",
  502: "The proxy gets no answer from the server (502). The page tries again every five seconds.",
  503: "The server is not available (503). The page tries again every five seconds.",
  504: "The proxy gets no answer from the server in time (504). The page tries again every five seconds."
}

const ofFailure = (failure: RequestFailed): string => {
  const known = failure.status === null ? undefined : ofStatus[failure.status]
  if (known !== undefined) return known
  if (failure.reason === "no_answer") return "The server does not answer. The page tries again every five seconds."
  if (failure.reason === "server_error") return "The server failed (500). Its log has the cause."
  return `${failure.message} Reload the page: it may be older than the server.`
}

/** Why something failed, and what to do, in words. */
export const refusalText = (failure: unknown): string => {
  if (failure instanceof RequestFailed) return ofFailure(failure)
  if (failure instanceof RateLimited) {
    const wait = failure.retryAfter === null ? "in a few seconds" : `in ${failure.retryAfter} s`
    return `Too many requests with this key (429). Try again ${wait}.`
  }
  return failure instanceof Error ? failure.message : "Something failed. Reload the page."
}

/** Whether a proxy has refused the request, before the server saw it. */
const isRefused = (failure: unknown): boolean =>
  failure instanceof RequestFailed && failure.status !== null && failure.status >= 400 && failure.status < 500

/** Why a change failed, and what to do: nobody asks for it again but the reader. */
export const changeText = (failure: unknown): string =>
  outcomeIsUnknown(failure) && !isRefused(failure)
    ? "No answer says whether this was done. Send it again as it is: it is done once in any case. If you close this instead, look first whether it was done."
    : refusalText(failure)

/** Whether the change may have been done, although no answer says so. */
export const outcomeIsUnknown = (failure: unknown): boolean =>
  failure instanceof RequestFailed || (failure instanceof StorageFailure && failure.outcome === "unknown")
