import type { Case, CaseRequest, Expectation } from "./Case.js"

/** A case before the whole set gives it its number. */
export type Draft = Omit<Case, "n">

/** What a case may have beside its name, its request and what must come back. */
export type Details = Partial<Omit<Draft, "operationId" | "name" | "request" | "expect">>

/** A case; unless the details say otherwise, it is by a decision, and bytes that are sent by hand go as they are. */
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
