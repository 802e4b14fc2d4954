import type { ServerResponse } from "node:http"
import type { WireDialect, WireOptions } from "@tollgate/node"

/** An official SDK at work. */
export interface Client {
  readonly dialect: WireDialect
  readonly options?: WireOptions
  /** Asks a server for an answer, whole or as a stream that is read to its end. */
  readonly ask: (url: string, stream: boolean) => Promise<void>
}

/** The columns of the table. */
export const clientNames: ReadonlyArray<string>
/** A client of a name, once its SDK is installed. */
export const clientOf: (name: string) => Promise<Client>
/** What a client makes of an answer: the error that it throws, and the number of requests that the server has seen. */
export const askOnce: (
  client: Client,
  answer: (response: ServerResponse) => unknown,
  stream: boolean
) => Promise<{ readonly result: unknown; readonly requests: number }>
/** The table that the SDKs give, and the waits of each client between its attempts, in milliseconds. */
export const wireTable: () => Promise<{
  readonly table: string
  readonly waits: Readonly<Record<string, ReadonlyArray<number>>>
}>
/** The present table in the document. */
export const shownWire: () => string
