import { useEffect, useRef, useState } from "preact/hooks"
import { session } from "../session/signing.js"
import { say } from "../shell/notices.js"
import { failed, heard } from "./connection.js"
import { readAgain } from "./polling.js"
import { changeText, outcomeIsUnknown } from "./refusalText.js"

/** A change that a form or a button makes. */
export interface Change<I> {
  /** Sends the change. A second call while the first is under way does nothing: a double click is one change. */
  readonly submit: (input: I) => void
  readonly isBusy: boolean
  /** Why the latest change was refused or failed; null if it was not. */
  readonly failure: unknown
  readonly forget: () => void
}

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")

/**
 * A change with an idempotency key that is made once a submit. The same input after an unknown outcome is sent under the same key: what the
 * server has done already is not done again.
 */
export const useChange = <I, A>(
  change: (input: I, options: { readonly idempotencyKey: string }) => Promise<A>,
  done: (answer: A) => void
): Change<I> => {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly failure: unknown }>({
    isBusy: false,
    failure: null
  })
  const underWay = useRef(false)
  const isShown = useRef(true)
  useEffect(
    () => () => {
      isShown.current = false
    },
    []
  )
  const unknown = useRef<{ readonly input: string; readonly key: string } | null>(null)

  const submit = (input: I) => {
    if (underWay.current) return
    underWay.current = true
    const text = JSON.stringify(input ?? null)
    const key = unknown.current?.input === text ? unknown.current.key : newKey()
    const by = session.get()
    setState({ isBusy: true, failure: null })
    change(input, { idempotencyKey: key }).then(
      (answer) => {
        underWay.current = false
        unknown.current = null
        // Whoever has signed in meanwhile is not told.
        if (session.get() !== by) return
        heard()
        if (isShown.current) {
          setState({ isBusy: false, failure: null })
          done(answer)
        } else say("The change was made.")
        readAgain()
      },
      (failure: unknown) => {
        underWay.current = false
        unknown.current = outcomeIsUnknown(failure) ? { input: text, key } : null
        if (session.get() !== by) return
        failed(failure)
        if (isShown.current) setState({ isBusy: false, failure })
        else say(`A change failed. ${changeText(failure)}`)
      }
    )
  }

  return { submit, ...state, forget: () => setState({ isBusy: false, failure: null }) }
}
