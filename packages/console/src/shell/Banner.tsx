import { useEffect, useState } from "preact/hooks"
import { trouble } from "../reading/connection.js"
import { readAgain } from "../reading/polling.js"
import { useStore } from "../store.js"

const Limited = ({ until }: { readonly until: number }) => {
  const [left, setLeft] = useState(() => Math.ceil((until - Date.now()) / 1000))
  useEffect(() => {
    const timer = setInterval(() => {
      const next = Math.ceil((until - Date.now()) / 1000)
      setLeft(next)
      if (next > 0) return
      clearInterval(timer)
      trouble.set(null)
      readAgain()
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  return (
    <p>The server asks this key to wait (429). What you see is as it was; it is read again in {Math.max(1, left)} s.</p>
  )
}

/** What keeps the page from reading, above every screen. */
export const Banner = () => {
  const now = useStore(trouble)
  return (
    <div class={now === null ? "banner none" : "banner"} role="status">
      {now === null ? null : now.kind === "away" ? (
        <p>
          <strong>The server does not answer.</strong> What you see is as it was. It is asked again every five seconds,
          and this page goes on by itself.
        </p>
      ) : (
        <Limited key={now.until} until={now.until} />
      )}
    </div>
  )
}
