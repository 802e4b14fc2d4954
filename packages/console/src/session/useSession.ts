import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Session } from "./Session.js"

export const SessionContext = createContext<Session | null>(null)

/** Who is signed in, below the shell. */
export const useSession = (): Session => {
  const found = useContext(SessionContext)
  if (found === null) throw new Error("This component stands outside of the shell.")
  return found
}
