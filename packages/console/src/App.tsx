import { useEffect, useState } from "preact/hooks"
import { screens } from "./screens/screens.js"
import { SignIn } from "./session/SignIn.js"
import { resume, session, watchInput } from "./session/signing.js"
import { followAddress } from "./shell/route.js"
import { Shell } from "./shell/Shell.js"
import { useStore } from "./store.js"

/** The console: the sign-in, or what is below the key. */
export const App = () => {
  const open = useStore(session)
  const [start, setStart] = useState<{ readonly isDone: boolean; readonly failure: unknown }>({
    isDone: false,
    failure: null
  })
  useEffect(() => {
    const ends = [followAddress(), watchInput()]
    resume().then(
      () => setStart({ isDone: true, failure: null }),
      (failure: unknown) => setStart({ isDone: true, failure })
    )
    return () => {
      for (const end of ends) end()
    }
  }, [])
  if (open !== null) return <Shell screens={screens} session={open} />
  return start.isDone ? (
    <SignIn failure={start.failure} />
  ) : (
    <main class="sign-in">
      <h1>Tollgate</h1>
      <p role="status">Signing in …</p>
    </main>
  )
}
