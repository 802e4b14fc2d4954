import type { InputIssue } from "@tollgate/core"
import { BadRequest } from "./WireError.js"

/** What a body that is no JSON object is answered with. */
export const invalidJson = (issue: InputIssue = { path: [], expected: "one JSON object (RFC 8259)" }): BadRequest =>
  BadRequest.because("invalid_json", [issue])
