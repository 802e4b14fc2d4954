import type { PoolClient } from "pg"
import { Session } from "../../src/Session.js"

interface Sent {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
  readonly name?: string
  readonly query_timeout?: number
}
type Answer = { readonly rows?: ReadonlyArray<object>; readonly command?: string } | Error

export const failing = (code: string) => Object.assign(new Error(code), { code })

/** A client that answers each statement by its text, what it was sent, and whether it was given back as broken. */
export const connected = (answers: Readonly<Record<string, Answer>> = {}) => {
  const sent: Array<Sent> = []
  const seen: Array<string> = []
  const client = {
    connection: { stream: { cork: () => seen.push("cork"), uncork: () => seen.push("uncork") } },
    query: (statement: Sent, answered: (error: unknown, result?: Answer) => void) => {
      sent.push(statement)
      seen.push(statement.text)
      const answer = answers[statement.text] ?? {}
      setImmediate(() => (answer instanceof Error ? answered(answer) : answered(null, answer)))
    },
    release: (isBroken: boolean) => seen.push(`released${isBroken ? " broken" : ""}`)
  }
  // What a session uses of a client.
  const session = (isPreparing = true) => new Session(client as unknown as PoolClient, isPreparing)
  return { sent, seen, session }
}
