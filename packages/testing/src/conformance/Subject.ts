import type { Operation } from "@tollgate/http"
import type { Expectation, Probe, Step } from "./Case.js"
import type { CaseRequest } from "./CaseRequest.js"
import type { Details, Draft } from "./Draft.js"
import type { Ids } from "./Ids.js"
import type { bearer } from "./requests.js"
import type { State } from "./states.js"

export type Change = Partial<CaseRequest>

/** Fields of a body, or of the record that an answer contains. */
export type Fields = Readonly<Record<string, unknown>>

/** A field of a body: its name, with other fields to send beside it, or with the whole body for its value as JSON. */
export type Field =
  | string
  | { readonly name: string; readonly beside: Fields }
  | { readonly name: string; readonly body: (value: string) => string }

/** The answer to a valid request. */
export interface Success {
  readonly body?: string
  readonly expect: Expectation
  /** The states that the request uses up. */
  readonly setup?: ReadonlyArray<State>
  /** Requests afterwards that show the effect. */
  readonly follow?: ReadonlyArray<Step>
}

type Ask<Of> = (name: string, of: Of, expect: Expectation, details?: Details) => Draft

/** An operation, with helpers to make cases about it. */
export interface Subject {
  readonly operation: Operation
  /** The path, with a placeholder for each parameter. */
  readonly path: string
  /** The id in the path, if there is one. */
  readonly ids: Ids | undefined
  readonly takesBody: boolean
  /** The credential of a valid request: a management key, or a gateway key if the operation takes no other. */
  readonly caller: ReturnType<typeof bearer>
  /** The same kind of key, of the other organization. */
  readonly stranger: ReturnType<typeof bearer>
  readonly success: Success
  /** The change that makes the request valid; empty for an operation without a body. */
  readonly good: Change
  /** The change that makes the input invalid, if there is one. */
  readonly invalid: Change | undefined
  /** A request whose answer is the same before and after every refusal, if there is one. */
  readonly reading: Probe | undefined
  /** The full name of this operation's case of that name. */
  readonly named: (name: string) => string
  /** The change to another credential. */
  readonly by: (credential: CaseRequest["headers"]) => Pick<CaseRequest, "headers">
  /** The change to another id in the path. */
  readonly at: (id: string) => Pick<CaseRequest, "path">
  /** The change that gives a field of a valid body this value, written as JSON. */
  readonly sending: (field: Field, value: string) => Change
  /** Success with these fields of the record. */
  readonly shows: (fields: Fields) => Expectation
  readonly request: (change?: Change) => CaseRequest
  /** A case with any request. */
  readonly sends: Ask<CaseRequest>
  /** A case with the operation's request and this change. */
  readonly asks: Ask<Change>
  /** A case that must be refused and change nothing. */
  readonly refuses: Ask<Change>
  /** A case with one fault in a valid request. What success uses up must still exist afterwards. */
  readonly spares: Ask<Change>
  /** A case that succeeds in spite of this change. */
  readonly succeeds: (name: string, change: Change, details?: Details) => Draft
  /** A case whose change the next read shows. */
  readonly keeps: (name: string, change: Change, expect: Expectation, shown: Expectation, details?: Details) => Draft
}

/** Cases of one kind for any operation. */
export type Family = (subject: Subject) => ReadonlyArray<Draft>

/** The cases of several families. */
export const all =
  (...families: ReadonlyArray<Family>): Family =>
  (subject) =>
    families.flatMap((family) => family(subject))

/** The name of the plain success case. */
export const WHOLE = "the whole answer"
