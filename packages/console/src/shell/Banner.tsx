import { useEffect, useState } from "preact/hooks"
import { trouble } from "../reading/connection.js"
import { readAgain } from "../reading/polling.js"
import { useStore } from "../store.js"

const Limited = ({ until }: { readonly until: number }) => {
  const [left, setLeft] = useState(() => Math.ceil((until - performance.now()) / 1000))
  useEffect(() => {
    const timer = setInterval(() => {
      const next = Math.ceil((until - performance.now()) / 1000)
      setLeft(next)
      if (next > 0) return
      clearInterval(timer)
      trouble.set(null)
      readAgain()
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  return (
    <p>
      The server asks this key to wait (429). This page shows what it read last, and tries again in {Math.max(1, left)}{" "}
      s.
    </p>
  )
}

/** Why the page cannot read, above every screen. */
export const Banner = () => {
  const now = useStore(trouble)
  return (
    <div class={now === null ? "banner none" : "banner"} role="status">
      {now === null ? null : now.kind === "away" ? (
        <p>
          <strong>The server does not answer.</strong> This page shows what it read last, and tries again every five
          seconds.
        </p>
      ) : (
        <Limited key={now.until} until={now.until} />
      )}
    </div>
  )
}
