import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Session } from "./Session.js"

export const SessionContext = createContext<Session | null>(null)

/** The session, in components below the shell. Throws outside of it. */
export const useSession = (): Session => {
  const found = useContext(SessionContext)
  if (found === null) throw new Error("This component is outside of the shell.")
  return found
}
