import type { Case, Expectation } from "./Case.js"
import type { CaseRequest } from "./CaseRequest.js"

/** A case without its number. */
export type Draft = Omit<Case, "n">

/** The optional parts of a case. */
export type Details = Partial<Omit<Draft, "operationId" | "name" | "request" | "expect">>

/** Makes a case. Its basis is a decision by default; a request with `raw` is sent over a bare socket. */
export const draft = (
  operationId: string | null,
  name: string,
  request: CaseRequest,
  expect: Expectation,
  details: Details = {}
): Draft => ({
  operationId,
  name,
  request,
  expect,
  basis: "decision",
  ...(request.raw !== undefined && { transport: "raw" }),
  // A success is a control: a server that refuses everything must not pass.
  ...(expect.status < 300 && { control: true }),
  ...details
})
