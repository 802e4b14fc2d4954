import { ApiKeyRequired, InvalidCredential, RequestFailed } from "@tollgate/client"
import { useEffect, useRef, useState } from "preact/hooks"
import { refusalText } from "../reading/refusalText.js"
import { useStore } from "../store.js"
import { Field } from "../ui/Field.js"
import { ended, signIn } from "./signing.js"

const problemOf = (failure: unknown): string => {
  if (failure instanceof ApiKeyRequired) {
    return "This is a gateway key, which only gateways use. Paste a management key or an ordinary key."
  }
  if (failure instanceof InvalidCredential) {
    return "The server refuses this key: it is mistyped, unknown, disabled or expired. Paste a management key or an ordinary key."
  }
  if (failure instanceof RequestFailed && failure.reason === "no_answer") {
    return "The server does not answer. When it does, sign in again."
  }
  return refusalText(failure)
}

/** The sign-in page. */
export const SignIn = ({ failure: earlier }: { readonly failure: unknown }) => {
  const why = useStore(ended)
  const [typed, setTyped] = useState("")
  const [keeps, setKeeps] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(earlier)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    document.title = "Sign in · Tollgate"
    input.current?.focus()
    // The browser may bring the page back as it was left.
    const forget = () => setTyped("")
    addEventListener("pagehide", forget)
    return () => removeEventListener("pagehide", forget)
  }, [])
  const submit = (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    const secret = typed.trim()
    if (secret === "") return setFailure(new Error("Paste a key first."))
    setIsBusy(true)
    signIn(secret, keeps).catch((refused: unknown) => {
      setIsBusy(false)
      setFailure(refused)
      input.current?.focus()
    })
  }
  return (
    <main class="sign-in">
      <h1>Tollgate</h1>
      {why === null ? null : (
        <p class="failed" role="alert">
          {why}
        </p>
      )}
      <form onSubmit={submit} noValidate>
        <Field
          label="Key"
          hint="A management key, such as the one that the first start of the server printed, or an ordinary key."
          problem={failure === null ? null : problemOf(failure)}
        >
          {(field) => (
            <input
              {...field}
              ref={input}
              type="password"
              value={typed}
              autoComplete="off"
              spellcheck={false}
              placeholder="tg_…"
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
        <label class="tick">
          <input type="checkbox" checked={keeps} onChange={(event) => setKeeps(event.currentTarget.checked)} />
          Keep it until this tab closes
        </label>
        <p class="hint">
          Otherwise it is forgotten when you leave or reload the page. It is always forgotten after 30 minutes without
          input.
        </p>
        <button type="submit" class="primary" aria-disabled={isBusy}>
          {isBusy ? "Signing in …" : "Sign in"}
        </button>
      </form>
    </main>
  )
}
