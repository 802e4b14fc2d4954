import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { failed, heard } from "./connection.js"
import { POLL_MS, poll } from "./polling.js"

/** What was read, as far as it is. */
export interface Reading<A> {
  /** The latest value; undefined before the first one. It stays when a later reading fails. */
  readonly value: A | undefined
  /** Why the latest reading failed; null if it did not. */
  readonly failure: unknown
  /** Whether the value is that of other inputs, whose reading is under way. */
  readonly isOld: boolean
  /** Reads now. */
  readonly again: () => void
}

interface State<A> {
  readonly value: A | undefined
  readonly failure: unknown
  readonly of: string
}

/**
 * Reads for as long as the component is shown: at once, when the inputs change, after each change that the page makes, and every five seconds.
 *
 * @param read Reads the value.
 * @param inputs What the reading depends on, as JSON. A change reads again.
 * @param every Minimum time between two readings without a change, in milliseconds.
 */
export const useRead = <A>(
  read: (signal: AbortSignal) => Promise<A>,
  inputs: ReadonlyArray<unknown> = [],
  every = POLL_MS
): Reading<A> => {
  const of = JSON.stringify(inputs)
  const [state, setState] = useState<State<A>>({ value: undefined, failure: null, of })
  const latest = useRef({ read, every })
  latest.current = { read, every }
  const asked = useRef<{ readonly controller: AbortController; readonly at: number } | null>(null)

  const ask = useCallback(() => {
    asked.current?.controller.abort()
    const controller = new AbortController()
    const mine = { controller, at: Date.now() }
    asked.current = mine
    const isLatest = () => asked.current === mine && !controller.signal.aborted
    latest.current.read(controller.signal).then(
      (value) => {
        if (!isLatest()) return
        asked.current = null
        heard()
        setState({ value, failure: null, of })
      },
      (failure: unknown) => {
        if (!isLatest()) return
        asked.current = null
        failed(failure)
        setState((before) => ({ ...before, failure, of }))
      }
    )
    return mine.at
  }, [of])

  useEffect(() => {
    let last = ask()
    const end = poll((must) => {
      // An answer that takes longer than the interval is waited for, unless a change came after its request. Timers may be half a second early.
      const isEarly = asked.current !== null || Date.now() - last < latest.current.every - 500
      if (must || !isEarly) last = ask()
    })
    return () => {
      end()
      asked.current?.controller.abort()
      asked.current = null
    }
  }, [ask])

  return { value: state.value, failure: state.failure, isOld: state.of !== of, again: ask }
}
