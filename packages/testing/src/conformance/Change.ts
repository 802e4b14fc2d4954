import type { Account } from "./Account.js"
import type { Sent } from "./Sent.js"

/** What differs from a valid request. */
export type Change = Partial<Sent>

/** Fields of a body, or of the record that an answer contains. */
export type Fields = Readonly<Record<string, unknown>>

/** A field of a body: its name, with other fields to send beside it, or with the whole body for its value as JSON. */
export type Field =
  | string
  | { readonly name: string; readonly beside: Fields }
  | { readonly name: string; readonly body: (value: string, account: Account) => string }

/** What a request is about: in a path with an id, `own` is that id. */
export interface Target {
  readonly own?: string
}

/** What has an id in its path, and needs no more. */
export interface Identified extends Target {
  readonly own: string
}
