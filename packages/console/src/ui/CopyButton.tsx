import { useRef, useState } from "preact/hooks"
import { say } from "../shell/notices.js"

/** Copies a text. Where the browser refuses that, it says to select the text. */
export const CopyButton = ({ text, what }: { readonly text: string; readonly what: string }) => {
  const [label, setLabel] = useState("Copy")
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const show = (next: string) => {
    clearTimeout(timer.current)
    setLabel(next)
    timer.current = setTimeout(() => setLabel("Copy"), 3000)
  }
  const copy = () => {
    const refused = () => say(`The browser does not allow this page to copy. Select ${what} and copy it by hand.`)
    if (navigator.clipboard === undefined) return refused()
    navigator.clipboard.writeText(text).then(() => show("Copied"), refused)
  }
  return (
    <button type="button" class="copy" onClick={copy} aria-label={`${label} ${what}`}>
      {label}
    </button>
  )
}
