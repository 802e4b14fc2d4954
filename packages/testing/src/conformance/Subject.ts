import type { Operation } from "@tollgate/http"
import type { CaseRequest, Expectation, Probe, Step } from "./Case.js"
import type { Details, Draft } from "./Draft.js"

export type Change = Partial<CaseRequest>

/** What a request is answered with that nothing is wrong with. */
export interface Success {
  readonly body?: string
  readonly expect: Expectation
  /** The states that it uses up. */
  readonly setup?: ReadonlyArray<string>
  /** What is true from then on. */
  readonly follow?: ReadonlyArray<Step>
}

type Ask<Of> = (name: string, of: Of, expect: Expectation, details?: Details) => Draft

/** An operation as its families see it. */
export interface Subject {
  readonly operation: Operation
  /** Its path, with a placeholder for what it names. */
  readonly path: string
  readonly takesBody: boolean
  readonly success: Success
  /** The change that makes it succeed, if it has a body. */
  readonly good: Change
  /** The change that makes its input invalid, if any can. */
  readonly invalid: Change | undefined
  /** What reads the same before and after every refusal, if anything does. */
  readonly reading: Probe | undefined
  /** The whole name of its case of that name. */
  readonly named: (name: string) => string
  /** The same request by somebody else. */
  readonly by: (credential: CaseRequest["headers"]) => Pick<CaseRequest, "headers">
  readonly request: (change?: Change) => CaseRequest
  /** Whatever request. */
  readonly sends: Ask<CaseRequest>
  /** The operation's request, changed. */
  readonly asks: Ask<Change>
  /** One that must change nothing. */
  readonly refuses: Ask<Change>
  /** One that would succeed but for one thing; what it would have used up is there afterwards. */
  readonly spares: Ask<Change>
  /** One that succeeds all the same. */
  readonly succeeds: (name: string, change: Change, details?: Details) => Draft
  /** A change that the next reading shows. */
  readonly keeps: (name: string, change: Change, expect: Expectation, shown: Expectation, details?: Details) => Draft
}

/** Cases of one kind, for whatever operation. */
export type Family = (subject: Subject) => ReadonlyArray<Draft>

/** The name of the case that succeeds with nothing special about it. */
export const WHOLE = "the whole answer"
