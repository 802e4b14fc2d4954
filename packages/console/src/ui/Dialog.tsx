import type { ComponentChildren } from "preact"
import { useId, useLayoutEffect, useRef } from "preact/hooks"
import { pausePolling } from "../reading/polling.js"
import { holdPlace } from "../shell/route.js"
import { giveBackFocus } from "./giveBackFocus.js"

/** A dialog over the page, which does not move meanwhile. Escape and "Cancel" close it, unless `mustAnswer`. */
export const Dialog = (props: {
  readonly title: string
  readonly close: () => void
  /** Whether it closes by its own button only, as while a secret is awaited or shown. */
  readonly mustAnswer?: boolean
  readonly children: ComponentChildren
}) => {
  const { children, close, mustAnswer = false, title } = props
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // In the layout: a dialog that replaces another one pauses the polling before that one resumes it.
  useLayoutEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    const resume = pausePolling()
    dialog?.showModal()
    return () => {
      resume()
      dialog?.close()
      giveBackFocus(before)
    }
  }, [])
  // An effect would hold the screen of a record that was deleted for a frame more, in which it is read again.
  useLayoutEffect(() => (mustAnswer ? holdPlace() : undefined), [mustAnswer])
  return (
    <dialog
      ref={element}
      aria-labelledby={heading}
      onCancel={(event) => {
        // The element leaves with the component.
        event.preventDefault()
        if (!mustAnswer) close()
      }}
      onKeyDown={(event) => {
        // A second Escape closes a dialog in Chromium whatever its cancel event says.
        if (event.key === "Escape" && mustAnswer) event.preventDefault()
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  )
}
