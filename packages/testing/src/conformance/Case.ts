import type { Run } from "./Run.js"

/** One promise of the contract: a function that asks a server, and fails with the first answer that breaks it. */
export interface Case {
  /** The number of the case in the whole set. It is only a label. */
  readonly n: number
  /** The operation that the case is about; null for routes, framing and the rest of the transport. */
  readonly operationId: string | null
  readonly name: string
  readonly run: (run: Run) => Promise<unknown>
  /** Why a web handler cannot be asked: the case writes bytes to a socket, or, if `slow`, waits for a time limit of the server. */
  readonly needs?: "socket" | "slow"
}

/** A case without its number. */
export type Draft = Omit<Case, "n">

/** A case of no single operation. */
export const transport = (name: string, run: Case["run"], needs?: Case["needs"]): Draft => ({
  operationId: null,
  name,
  run,
  ...(needs && { needs })
})

/** The operation id of a case, or `transport` if it belongs to none. */
export const groupOf = ({ operationId }: { readonly operationId: string | null }): string => operationId ?? "transport"
