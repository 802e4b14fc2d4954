import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks"
import { elapsed } from "../elapsed.js"
import { failed, heard } from "./connection.js"
import { isHeld, POLL_MS, poll, readAgain } from "./polling.js"

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
  const asked = useRef<AbortController | null>(null)
  const age = useRef(elapsed())
  const hasValue = useRef(false)

  const ask = useCallback(() => {
    asked.current?.abort()
    const mine = new AbortController()
    asked.current = mine
    age.current = elapsed()
    /** Whether the answer is taken: it is the latest, and no dialog has opened meanwhile, which what it says might move or close. */
    const takes = () => {
      if (asked.current !== mine || mine.signal.aborted) return false
      asked.current = null
      if (!isHeld() || !hasValue.current) return true
      readAgain()
      return false
    }
    latest.current.read(mine.signal).then(
      (value) => {
        if (!takes()) return
        hasValue.current = true
        heard()
        setState({ value, failure: null, of })
      },
      (failure: unknown) => {
        if (!takes()) return
        failed(failure)
        setState((before) => ({ ...before, failure, of }))
      }
    )
  }, [of])

  // An effect ends only after the next frame: a record that was just deleted would be read again.
  useLayoutEffect(() => {
    ask()
    const end = poll((must) => {
      // An answer that takes longer than the interval is waited for, unless a change came after its request. Timers may be half a second early.
      const isEarly = asked.current !== null || age.current() < latest.current.every - 500
      if (must || !isEarly) ask()
    })
    return () => {
      end()
      asked.current?.abort()
      asked.current = null
    }
  }, [ask])

  return { value: state.value, failure: state.failure, isOld: state.of !== of, again: ask }
}
